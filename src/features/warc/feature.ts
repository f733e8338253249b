import type { Feature } from '../feature.ts';
import { exportCommand } from './export-command.ts';

export const warc: Feature = {
  name: 'warc',
  commands: [exportCommand],
  services: async (context) => (await import('./warc-services.ts')).warcServices(context),
};
