import { databaseBytes, printKeptAmounts } from '../../cli/of-other-features.ts';
import type { Feature } from '../feature.ts';
import { retentionCommand } from './commands/retention-command.ts';

export const retention: Feature = {
  name: 'retention',
  commands: [retentionCommand],
  fill: () => {
    printKeptAmounts.fill(async (...given) =>
      (await import('./commands/retention-command.ts')).printKeptAmounts(...given),
    );
    databaseBytes.fill((store) => store.retention.databaseBytes());
  },
  serve: async (server) => (await import('./serve-retention.ts')).serveRetention(server),
};
