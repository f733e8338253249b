import { helpWithGrids } from '../../cli/of-other-features.ts';
import { recommendedSetting } from '../../crawl/run/explorations.ts';
import type { Feature } from '../feature.ts';
import { calibrateCommand } from './commands/calibrate-command.ts';

export const calibration: Feature = {
  name: 'calibration',
  commands: [calibrateCommand],
  fill: () => {
    recommendedSetting.fill(async (...given) =>
      (await import('./read-calibration.ts')).settingOfSet(...given),
    );
    helpWithGrids.fill(async (...given) => (await import('./requested-grids.ts')).helpWithGrids(...given));
  },
  services: async (context) => (await import('./calibration-services.ts')).calibrationServices(context),
};
