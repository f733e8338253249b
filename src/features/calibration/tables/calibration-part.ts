import { sql } from 'kysely';
import type { StorePart } from '../../../database/store-part.ts';
import type { TablesOf } from '../../../database/table.ts';
import {
  calibrationBatchTable,
  calibrationGridTable,
  calibrationJudgeTable,
  calibrationPointTable,
  calibrationSetTable,
  calibrationVerdictTable,
  recordedSiteTable,
  recordedStateTable,
  recordedTryTable,
} from './calibration-tables.ts';
import { calibrations } from './stored-calibrations.ts';

const tables = [
  calibrationSetTable,
  recordedSiteTable,
  recordedStateTable,
  recordedTryTable,
  calibrationVerdictTable,
  calibrationPointTable,
  calibrationBatchTable,
  calibrationGridTable,
  calibrationJudgeTable,
] as const;

declare module '../../../database/schema.ts' {
  interface Tables extends TablesOf<typeof tables> {}
}

export const calibrationPart: StorePart = {
  name: 'calibration',
  version: 1,
  tables,
  assemble: ({ database }) => ({ calibrations: calibrations(database) }),
  writes: {
    calibrations: [
      'create',
      'remove',
      'recommend',
      'begin',
      'keep',
      'end',
      'judge',
      'undo',
      'keepPoints',
      'leaseBatches',
      'renewBatches',
      'releaseBatch',
      'requestGrid',
      'withdrawGrid',
      'allowJudges',
    ],
  },
  isWrittenBeside: true,
  areWorkersWanted: sql<boolean>`exists (select from calibration_grid)`,
};
