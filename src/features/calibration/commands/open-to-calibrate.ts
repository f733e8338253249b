import type { Command } from 'commander';
import { configOf } from '../../../cli/open-data.ts';
import type { CalibrationStore } from '../tables/calibrations.ts';

/** Calibrations alone, for commands that work while a server or a crawl is writing. */
export async function openToCalibrate(command: Command): Promise<CalibrationStore> {
  const { openCalibrations } = await import('../../../database/open-data-folder.ts');
  return openCalibrations(await configOf(command), 'tidemark calibrate');
}
