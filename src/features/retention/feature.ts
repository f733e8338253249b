import { databaseBytes, printHoldings } from '../../cli/of-other-features.ts';
import type { Feature } from '../feature.ts';
import { tidyCommand } from './commands/tidy-command.ts';

export const retention: Feature = {
  name: 'retention',
  commands: [tidyCommand],
  fill: () => {
    printHoldings.fill(async (...given) =>
      (await import('./commands/tidy-command.ts')).printHoldings(...given),
    );
    databaseBytes.fill((store) => store.upkeep.databaseBytes());
  },
  serve: async (server) => (await import('./serve-retention.ts')).serveRetention(server),
};
