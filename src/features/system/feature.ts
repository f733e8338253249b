import type { Feature } from '../feature.ts';

export const system: Feature = {
  name: 'system',
  serve: async (server) => (await import('./serve-system.ts')).serveSystem(server),
};
