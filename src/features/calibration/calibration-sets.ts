import type { Store } from '../../database/store.ts';
import { settingNames } from '../../fingerprint/index.ts';
import { CalibrateError } from './errors.ts';
import type { CalibrationSet, RecordedSite } from './tables/calibration-tables.ts';

type Kept = Pick<Store, 'calibrations'>;

/** Throws CALIBRATE_SET_UNKNOWN. */
export async function calibrationSet({ calibrations }: Kept, name: string): Promise<CalibrationSet> {
  const found = await calibrations.find(name);
  if (found !== null) return found;
  throw unknownSet(name, await calibrations.list());
}

/** `known`: the sets that exist. */
export function unknownSet(name: string, known: readonly Pick<CalibrationSet, 'name'>[]): CalibrateError {
  const names = known.map((set) => `"${set.name}"`).join(', ');
  return new CalibrateError(
    'CALIBRATE_SET_UNKNOWN',
    `There is no calibration set "${name}". ${
      names === ''
        ? 'Record one with "tidemark calibrate record URL --set NAME", or choose another folder with --data.'
        : `There are: ${names}.`
    }`,
  );
}

/** The set with this name; creates it if it does not exist. Throws CALIBRATE_SET_NAME_INVALID. */
export async function calibrationSetToFill({ calibrations }: Kept, name: string): Promise<CalibrationSet> {
  checkSetName(name);
  return (await calibrations.find(name)) ?? calibrations.create(name, Date.now());
}

/** Options that take a setting also take the name of a set, so the name must not be that of a setting. */
export function checkSetName(name: string): void {
  const isSetting = (settingNames as readonly string[]).includes(name) || name.includes('@');
  if (!isSetting && /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u.test(name)) return;
  throw new CalibrateError(
    'CALIBRATE_SET_NAME_INVALID',
    isSetting
      ? `"${name}" is a setting; name the set otherwise.`
      : `"${name}" cannot be the name of a set: up to 100 letters, digits, spaces, dots, underscores and hyphens, beginning with a letter or digit.`,
  );
}

/** A set as lists show it. */
interface SetSummary {
  readonly set: CalibrationSet;
  readonly sites: readonly RecordedSite[];
  readonly states: ReadonlyMap<number, number>;
  readonly verdicts: number;
  readonly points: number;
}

export async function setSummary({ calibrations }: Kept, set: CalibrationSet): Promise<SetSummary> {
  return {
    set,
    sites: await calibrations.sites(set.id),
    states: await calibrations.stateCounts(set.id),
    verdicts: (await calibrations.verdicts(set.id)).length,
    points: (await calibrations.pointsDone(set.id)).size,
  };
}
