import type { Figures } from './metrics/metrics.ts';
import type { ErrorSurface } from './read/error-surface.ts';
import type { Mistake } from './read/mistakes.ts';

interface SettingFigures {
  readonly setting: string;
  readonly figures: Figures;
}

/** What `readCalibration` answers. */
export interface CalibrationFigures {
  readonly recommended: SettingFigures;
  /** When every change is a state. */
  readonly equality: Figures | null;
  readonly heldOut: readonly (SettingFigures & { readonly site: number })[];
  readonly surfaces: readonly ErrorSurface[];
  readonly trades: readonly SettingFigures[];
  readonly sites: readonly { readonly site: number; readonly url: string }[];
}

/** What the exported file of a calibration shows; pictures are blocks of their own. */
export interface ExportedCalibration {
  readonly name: string;
  /** Says what was tried, on what, and how mistakes count. */
  readonly says: string;
  readonly figures: CalibrationFigures;
  /** Many settings are wrong in the same way: each list stands here once. */
  readonly lists: readonly (readonly Mistake[])[];
  /** The list of each setting. */
  readonly listOf: Readonly<Record<string, number>>;
}
