import { type FeatureSet, featureSet, jaccardDistance } from '../algorithms/broder.ts';
import { distinctFeatures } from '../algorithms/feature-options.ts';
import { type NearDuplicates, nearDuplicates } from '../algorithms/near-duplicates.ts';
import type { FeatureKind } from '../features/feature.ts';
import { runsOf, unitsOf } from '../features/shingles.ts';
import { relevantText } from '../structure/relevant-text.ts';

/** What is in the frame of all pages says little about this one. */
const shellWeight = 0.02;

/** Two words in a row of the relevant text; single words where a text has only one. */
const relevantWords: FeatureKind = {
  name: 'relevant words',
  *of({ text, tree }) {
    const read = tree === undefined ? { main: [text], shell: [] } : relevantText(tree);
    for (const [part, weight] of [
      [read.main, 1],
      [read.shell, shellWeight],
    ] as const) {
      const words = part.flatMap((each) => unitsOf(each, 'words'));
      if (words.length === 1) yield { text: words[0] as string, weight };
      for (const pair of runsOf(words, 2)) yield { text: pair, weight };
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
