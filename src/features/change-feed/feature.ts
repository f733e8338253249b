import type { Feature } from '../feature.ts';

export const changeFeed: Feature = {
  name: 'change-feed',
  serve: async (server) => ({ services: (await import('./feed-services.ts')).feedServices(server) }),
};
