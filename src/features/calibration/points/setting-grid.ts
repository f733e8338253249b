import {
  algorithmNames,
  namedFeatures,
  type SettingPoint,
  writeSetting,
} from '../../../fingerprint/index.ts';
import { CalibrateError } from '../errors.ts';

/** One algorithm with its features, and several thresholds. Fingerprints are computed once for all thresholds. */
export interface SettingFamily {
  readonly algorithm: string;
  /** '' for settings that have none. */
  readonly features: string;
  /** Ascending. */
  readonly thresholds: readonly number[];
}

export interface GridRequest {
  readonly algorithms: readonly string[];
  /** `words:1-9` stands for nine of them. */
  readonly features: readonly string[];
  /** How many thresholds from 0 to the largest; null for the usual steps. */
  readonly steps: number | null;
}

/** The algorithms, kinds and sizes of figures 9 to 15, and Tidemark's own two settings. */
export const usualGrid: GridRequest = {
  algorithms: ['crawlhash', 'broder', 'content', 'structure'],
  features: ['words:1-9', 'sentences:1-6', 'chars:1-15', 'links'],
  steps: null,
};

/** Largest threshold, and default number of thresholds. Beyond the largest, nearly all pages count as the same (section 11.1). */
const ranges: Readonly<Record<string, readonly [largest: number, steps: number]>> = {
  crawlhash: [14, 15],
  crawlhash64: [28, 29],
  content: [0.3, 31],
  structure: [0.6, 31],
};
const usualRange = [0.65, 14] as const;
const withoutFeatures = ['content', 'structure'];
const bitwise = ['crawlhash', 'crawlhash64'];

/** The baseline of every grid: only identical pages are the same (the plane in the figures). */
export const equalityPoint: SettingPoint = { algorithm: 'equality', features: '', threshold: 0 };

/** Throws CALIBRATE_GRID_INVALID, and FINGERPRINT_OPTION_INVALID for unknown features. */
export function gridOf(wish: GridRequest): readonly SettingFamily[] {
  const known = [...withoutFeatures, ...algorithmNames];
  const features = wish.features.flatMap(sizesIn);
  return wish.algorithms.flatMap((algorithm) => {
    if (!known.includes(algorithm))
      throw new CalibrateError(
        'CALIBRATE_GRID_INVALID',
        `there is no algorithm "${algorithm}". Known: ${known.join(', ')}.`,
      );
    const thresholds = thresholdsOf(algorithm, wish.steps);
    if (withoutFeatures.includes(algorithm)) return [{ algorithm, features: '', thresholds }];
    return features.map((each) => ({ algorithm, features: each, thresholds }));
  });
}

export function pointsOf({ algorithm, features, thresholds }: SettingFamily): readonly SettingPoint[] {
  return thresholds.map((threshold) => ({ algorithm, features, threshold }));
}

/** Groups points into families, in the order of the points. */
export function familiesOf(points: readonly SettingPoint[]): readonly SettingFamily[] {
  const groups = Map.groupBy(points, ({ algorithm, features }) => `${algorithm}/${features}`);
  return [...groups.values()].map((group) => ({
    algorithm: group[0]?.algorithm ?? '',
    features: group[0]?.features ?? '',
    thresholds: [...new Set(group.map(({ threshold }) => threshold))].sort((a, b) => a - b),
  }));
}

/** The families without the points that are done. */
export function stillToRun(
  families: readonly SettingFamily[],
  done: ReadonlySet<string>,
): readonly SettingFamily[] {
  return families
    .map((family) => ({
      ...family,
      thresholds: pointsOf(family)
        .filter((point) => !done.has(writeSetting(point)))
        .map(({ threshold }) => threshold),
    }))
    .filter(({ thresholds }) => thresholds.length > 0);
}

function thresholdsOf(algorithm: string, steps: number | null): readonly number[] {
  const [largest, usual] = ranges[algorithm] ?? usualRange;
  const count = bitwise.includes(algorithm) ? largest + 1 : (steps ?? usual);
  if (!(count >= 1 && count <= 10_000))
    throw new CalibrateError('CALIBRATE_GRID_INVALID', `${count} thresholds; there can be 1 to 10000.`);
  return Array.from({ length: count }, (_, step) =>
    count === 1 ? 0 : Number(((largest * step) / (count - 1)).toFixed(6)),
  );
}

function sizesIn(text: string): readonly string[] {
  const [, kind, from, to] = /^(\w+):(\d{1,3})-(\d{1,3})$/.exec(text) ?? [];
  if (kind === undefined) {
    namedFeatures(text);
    return [text];
  }
  if (Number(from) < 1 || Number(to) < Number(from))
    throw new CalibrateError('CALIBRATE_GRID_INVALID', `"${text}": sizes go from 1 up, as in words:1-9.`);
  const sizes = Array.from({ length: Number(to) - Number(from) + 1 }, (_, step) => Number(from) + step);
  namedFeatures(`${kind}:${from}`);
  return sizes.map((size) => `${kind}:${size}`);
}
