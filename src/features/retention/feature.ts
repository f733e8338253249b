import { databaseBytes, printKeptAmounts } from '../../cli/of-other-features.ts';
import type { Feature } from '../feature.ts';
import { tidyCommand } from './commands/tidy-command.ts';

export const retention: Feature = {
  name: 'retention',
  commands: [tidyCommand],
  fill: () => {
    printKeptAmounts.fill(async (...given) =>
      (await import('./commands/tidy-command.ts')).printKeptAmounts(...given),
    );
    databaseBytes.fill((store) => store.retention.databaseBytes());
  },
  serve: async (server) => (await import('./serve-retention.ts')).serveRetention(server),
};
