import { AppError } from '../../crawl/run/errors.ts';
import { recommendedSetting } from '../../crawl/run/explorations.ts';
import type { Store } from '../../database/store.ts';
import {
  type NearDuplicates,
  namedSetting,
  readSetting,
  settingAt,
  settingNames,
  writeSetting,
} from '../../fingerprint/index.ts';
import type { StatesEntry } from '../../project/index.ts';

/** A setting, and its written form; null for the settings that have names. */
export interface ChosenSetting {
  readonly setting: NearDuplicates<unknown>;
  readonly written: string | null;
}

/**
 * The setting that decides whether two states are the same: one of the two named settings, a written one (`broder/words:3@0.2`), or the
 * one recommended for a calibration set. Throws FINGERPRINT_OPTION_INVALID, CALIBRATE_SET_UNKNOWN, and APP_SETTING_INVALID for a set
 * without a recommendation.
 */
export async function chosenSetting(
  store: Store,
  { setting = 'content', threshold }: Pick<StatesEntry, 'setting' | 'threshold'>,
): Promise<ChosenSetting> {
  const named = settingNames.find((name) => name === setting);
  if (named !== undefined) return { setting: namedSetting(named, threshold), written: null };
  const point = readSetting(setting.includes('@') ? setting : await settingOfSet(store, setting));
  const chosen = { ...point, threshold: threshold ?? point.threshold };
  return { setting: settingAt(chosen), written: writeSetting(chosen) };
}

async function settingOfSet(store: Store, name: string): Promise<string> {
  const chosen = (await recommendedSetting.added?.(store, name)) ?? null;
  if (chosen !== null) return chosen;
  throw new AppError(
    'APP_SETTING_INVALID',
    `No setting was recommended for the calibration set "${name}" yet. "tidemark calibrate report '${name}'" does, once it is judged.`,
  );
}
