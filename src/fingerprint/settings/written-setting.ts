import type { NearDuplicates } from '../algorithms/near-duplicates.ts';
import { FingerprintError } from '../errors.ts';
import { algorithmNames, namedAlgorithm, namedFeatures } from './named-algorithms.ts';
import { equalitySetting, namedSetting, settingNames } from './named-settings.ts';

/** What finds near-duplicates, as plain values: `content` and the like have no features. */
export interface SettingPoint {
  readonly algorithm: string;
  /** `words:3`, or several with commas; '' for what has none. */
  readonly features: string;
  readonly threshold: number;
}

/** `broder/words:3@0.2`, `content@0.03`: how people write a setting, and how it is kept. */
export function writeSetting({ algorithm, features, threshold }: SettingPoint): string {
  return `${algorithm}${features === '' ? '' : `/${features}`}@${threshold}`;
}

/** Throws FINGERPRINT_OPTION_INVALID for a text that is not a setting. */
export function readSetting(text: string): SettingPoint {
  const [, algorithm, features = '', threshold] =
    /^([\w-]+)(?:\/([\w:,]+))?@(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (algorithm === undefined)
    throw new FingerprintError(
      'FINGERPRINT_OPTION_INVALID',
      `"${text}" is no setting; write the algorithm, its features and the threshold, as in broder/words:3@0.2`,
    );
  const point = { algorithm, features, threshold: Number(threshold) };
  settingAt(point);
  return point;
}

/** Throws FINGERPRINT_OPTION_INVALID. */
export function settingAt({ algorithm, features, threshold }: SettingPoint): NearDuplicates<unknown> {
  const named = settingNames.find((name) => name === algorithm);
  if (named === undefined && algorithm !== 'equality' && !algorithmNames.includes(algorithm))
    throw new FingerprintError(
      'FINGERPRINT_OPTION_INVALID',
      `there is no algorithm "${algorithm}". Known: ${[...settingNames, 'equality', ...algorithmNames].join(', ')}.`,
    );
  if ((named !== undefined || algorithm === 'equality') && features !== '')
    throw new FingerprintError(
      'FINGERPRINT_OPTION_INVALID',
      `${algorithm} takes no features: leave out /${features}`,
    );
  if (algorithm === 'equality') return equalitySetting() as NearDuplicates<unknown>;
  if (named !== undefined) return namedSetting(named, threshold);
  return namedAlgorithm(algorithm, {
    features: namedFeatures(features === '' ? 'words:3' : features),
    threshold,
  });
}
