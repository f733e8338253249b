import type { Selectable } from 'kysely';
import type { CalibrationSetTable } from './calibration-tables.ts';
import type { CalibrationSet } from './calibrations.ts';

export const toSet = ({
  id,
  name,
  created_at,
  recommended,
  recorded,
}: Selectable<CalibrationSetTable>): CalibrationSet => ({
  id,
  name,
  createdAt: created_at,
  recommended,
  recorded,
});
