import { readForComparison } from '../../document/index.ts';
import type { StateRecording } from '../../explore/index.ts';
import { settingAt, structureSetting } from '../../fingerprint/index.ts';
import type { LikenessOf } from './judge/judgement.ts';
import { pairKey } from './judge/verdict.ts';
import { gridOf, pointsOf } from './points/setting-grid.ts';

function mostOf(algorithm: string): number {
  return algorithm === 'crawlhash' ? 8 : 0.45;
}

/**
 * Settings for comparing texts: small and large features of each algorithm, and thresholds up to the one at which most pages of a site count as the
 * same. Where all of these settings agree on two states, a few samples confirm it for all such pairs.
 */
const panel = gridOf({
  algorithms: ['crawlhash', 'broder', 'content'],
  features: ['words:1', 'words:3', 'words:6', 'sentences:1', 'chars:5', 'chars:12'],
  steps: null,
}).map((family) => ({
  ...family,
  thresholds: family.thresholds.filter((each) => each <= mostOf(family.algorithm)),
}));

/** What the panel says about all pairs of states. */
export function likenessOf({ states }: Pick<StateRecording, 'states'>): LikenessOf {
  const contents = states.map(({ stripped }) =>
    readForComparison(Buffer.from(stripped), 'text/html; charset=utf-8'),
  );
  const points = panel.reduce((sum, { thresholds }) => sum + thresholds.length, 0);
  const found = new Map<string, { votes: number; structure: number }>();
  const structure = structureSetting();
  const parts = contents.map((content) => structure.fingerprint(content));
  for (const [other, part] of parts.entries())
    for (const [one, before] of parts.slice(0, other).entries())
      found.set(pairKey({ one, other }), { votes: 0, structure: 1 - structure.distance(before, part) });
  for (const family of panel) {
    const [point] = pointsOf(family);
    if (point === undefined) continue;
    const setting = settingAt(point);
    const prints = contents.map((content) => setting.fingerprint(content));
    for (const [other, print] of prints.entries())
      for (let one = 0; one < other; one++) {
        const distance = setting.distance(prints[one], print);
        const pair = found.get(pairKey({ one, other }));
        if (pair !== undefined) pair.votes += family.thresholds.filter((each) => distance <= each).length;
      }
  }
  return (pair) => {
    const { votes, structure: alike } = found.get(pairKey(pair)) ?? { votes: 0, structure: 0 };
    return { share: votes / points, structure: alike };
  };
}
