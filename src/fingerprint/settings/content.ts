import { type FeatureSet, featureSet, jaccardDistance } from '../algorithms/broder.ts';
import { distinctFeatures } from '../algorithms/feature-options.ts';
import { type NearDuplicates, nearDuplicates } from '../algorithms/near-duplicates.ts';
import type { FeatureKind } from '../features/feature.ts';
import { runsOf, unitsOf } from '../features/shingles.ts';
import { relevantText } from '../structure/relevant-text.ts';

/** What is in the frame of all pages says little about this one. */
const shellWeight = 0.02;

/** Words that meet where one piece of text ends and the next begins say in which order the pieces come, and little else. */
const seamWeight = 0.25;

/** Two words in a row of a piece of the relevant text, a single word where it has only one, and the words on both sides of a seam. */
const relevantWords: FeatureKind = {
  name: 'relevant words',
  *of({ text, tree }) {
    const read = tree === undefined ? { main: [text], shell: [] } : relevantText(tree);
    for (const [part, weight] of [
      [read.main, 1],
      [read.shell, shellWeight],
    ] as const) {
      let last = '';
      for (const piece of part) {
        const words = unitsOf(piece, 'words');
        const [first] = words;
        if (first === undefined) continue;
        if (last !== '') yield { text: `${last}${first}`, weight: weight * seamWeight };
        if (words.length === 1) yield { text: first, weight };
        for (const pair of runsOf(words, 2)) yield { text: pair, weight };
        last = words.at(-1) ?? '';
      }
    }
  },
};

/**
 * Pages with the same relevant text are the same (definition 1 of the paper of D). Another record on the same template is another
 * state; another clock, advert, order of attributes or generated id is not.
 */
export function contentSetting(threshold = 0.03): NearDuplicates<FeatureSet> {
  return nearDuplicates({
    name: 'content',
    threshold,
    farthest: 1,
    fingerprint: (content) => featureSet(distinctFeatures(relevantWords, content)),
    distance: jaccardDistance,
  });
}
