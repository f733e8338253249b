import type { Feature } from '../feature.ts';
import { importCommand } from './commands/import-command.ts';

export const importing: Feature = {
  name: 'import',
  commands: [importCommand],
  services: async () => (await import('./import-services.ts')).importServices(),
  inThreads: {
    importWatches: 'reading',
  },
};
