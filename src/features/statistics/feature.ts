import { detectorTotals } from '../../cli/of-other-features.ts';
import type { Feature } from '../feature.ts';
import { statsCommand } from './commands/stats-command.ts';

export const statistics: Feature = {
  name: 'statistics',
  commands: [statsCommand],
  fill: () =>
    detectorTotals.fill(async (...given) =>
      (await import('./project-statistics.ts')).detectorTotals(...given),
    ),
  services: async (context) => (await import('./project-statistics.ts')).statisticsServices(context),
};
