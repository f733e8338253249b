import type { JsonOf } from '../../http/contract/endpoint.ts';
import type { calibrationEndpoints } from './calibration-endpoints.ts';
import type { Mistake } from './read/mistakes.ts';

export type CalibrationFigures = JsonOf<(typeof calibrationEndpoints)['readCalibration']>;

/** The data of the exported file of a calibration. Pictures are stored in separate blocks. */
export interface ExportedCalibration {
  readonly name: string;
  /** A sentence with the settings that were tried, the sites, and the weight of mistakes. */
  readonly says: string;
  readonly figures: CalibrationFigures;
  /** Many settings make the same mistakes, so each list is stored once. */
  readonly lists: readonly (readonly Mistake[])[];
  /** The index in `lists` for each setting. */
  readonly listOf: Readonly<Record<string, number>>;
}
