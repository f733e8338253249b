import { gridOf, type Likeness, pairKey, pointsOf, type StatePair } from '../../calibrate/index.ts';
import { readForComparison } from '../../document/index.ts';
import type { Tape } from '../../explore/index.ts';
import { settingAt } from '../../fingerprint/index.ts';

/**
 * Settings that somebody would use: small and large features of each algorithm, and thresholds up to where most pages of a site become one. What all of
 * these say of two states is believed after one sample.
 */
const panel = gridOf({
  algorithms: ['crawlhash', 'broder', 'content', 'structure'],
  features: ['words:1', 'words:3', 'words:6', 'sentences:1', 'chars:5', 'chars:12'],
  steps: null,
}).map((family) => ({ ...family, thresholds: family.thresholds.filter((each) => each <= mostOf(family.algorithm)) }));

function mostOf(algorithm: string): number {
  return algorithm === 'crawlhash' ? 8 : 0.45;
}

/** The share of settings that take two states for the same. */
export function likenessOf({ states }: Pick<Tape, 'states'>): Likeness {
  const contents = states.map(({ stripped }) =>
    readForComparison(Buffer.from(stripped), 'text/html; charset=utf-8'),
  );
  const shares = new Map<string, number>();
  const points = panel.reduce((sum, { thresholds }) => sum + thresholds.length, 0);
  for (const family of panel) {
    const [point] = pointsOf(family);
    if (point === undefined) continue;
    const setting = settingAt(point);
    const prints = contents.map((content) => setting.fingerprint(content));
    for (const [other, print] of prints.entries())
      for (let one = 0; one < other; one++) {
        const distance = setting.distance(prints[one], print);
        const say = family.thresholds.filter((threshold) => distance <= threshold).length;
        const key = pairKey({ one, other });
        shares.set(key, (shares.get(key) ?? 0) + say);
      }
  }
  return (pair: StatePair) => (shares.get(pairKey(pair)) ?? 0) / points;
}
