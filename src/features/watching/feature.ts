import { nextRun } from '../../crawl/run/next-run.ts';
import type { Feature } from '../feature.ts';
import { watchCommand } from './commands/watch-command.ts';

export const watching: Feature = {
  name: 'watching',
  commands: [watchCommand],
  fill: () => nextRun.fill(async (...given) => (await import('./planned-runs.ts')).nextRun(...given)),
  serve: async (server) => (await import('./serve-watching.ts')).serveWatching(server),
  services: async () => (await import('./watching-services.ts')).watchingServices(),
  inThreads: { draftProject: 'reading' },
};
