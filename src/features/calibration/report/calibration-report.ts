import type { Figures } from '../metrics/metrics.ts';
import type { HeldOutSite } from '../read/cross-validate.ts';
import type { MeasuredPoint } from '../read/measured-point.ts';
import type { Mistake } from '../read/mistakes.ts';

/** Everything that the report of a calibration shows. */
export interface CalibrationReport {
  readonly name: string;
  readonly at: number;
  readonly weight: number;
  readonly best: MeasuredPoint;
  readonly equality: Figures | null;
  readonly points: readonly MeasuredPoint[];
  readonly heldOut: readonly HeldOutSite[];
  readonly sites: readonly { readonly site: number; readonly url: string; readonly states: number }[];
  readonly mistakes: (setting: string) => readonly Mistake[];
  /** PNG; null where there is none. */
  readonly screenshot: (site: number, state: number) => Promise<Uint8Array | null>;
}
