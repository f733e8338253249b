import { type FeatureSet, featureSet, jaccardDistance } from '../algorithms/broder.ts';
import { distinctFeatures, type NearDuplicates, nearDuplicates } from '../algorithms/near-duplicates.ts';
import { asComparable } from '../comparable-content.ts';
import { FingerprintError } from '../errors.ts';
import type { FeatureKind } from '../features/feature.ts';
import { runsOf, unitsOf } from '../features/shingles.ts';
import type { StructurePrint } from '../structure/part.ts';
import { readParts } from '../structure/read-parts.ts';
import { relevantText } from '../structure/relevant-text.ts';
import { structureDistance, structureWeights } from '../structure/structure-distance.ts';

/** The settings that people choose by name, because they mean two things by "the same". */
export const settingNames = ['content', 'structure'] as const;
export type SettingName = (typeof settingNames)[number];

/** A setting with its own threshold or another one. */
export function namedSetting(name: SettingName, threshold?: number): NearDuplicates<unknown> {
  const setting = name === 'content' ? contentSetting(threshold) : structureSetting(threshold);
  return setting as NearDuplicates<unknown>;
}

/** Weight of the frame that all pages share: it says little about this page. */
const shellWeight = 0.02;

/** Weight of the words where one piece of text ends and the next begins: they show the order of the pieces, and little else. */
const seamWeight = 0.25;

/** Pairs of words in each piece of the relevant text, a single word where the piece has only one, and the words on both sides of a seam. */
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
 * Pages with the same relevant text are the same (definition 1 of the paper on near-duplicate states). Another record on the same template is another
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

/**
 * Pages with the same functions are the same, whatever data they show: a list or a record of one template with other data. An
 * empty list, a form with messages about its input, an open dialog or an error page is another state. The threshold was
 * chosen on labelled pages of many applications: docs/decisions/near-duplicates.md.
 */
export function structureSetting(threshold = 0.24): NearDuplicates<StructurePrint> {
  return nearDuplicates({
    name: 'structure',
    threshold,
    farthest: 1,
    fingerprint(content) {
      const tree = typeof content === 'string' ? undefined : content.tree;
      if (tree !== undefined) return readParts(tree);
      throw new FingerprintError(
        'FINGERPRINT_OPTION_INVALID',
        'the setting structure compares trees of elements, and a plain text has none: give `tree`',
      );
    },
    distance: (a, b) => structureDistance(a, b, structureWeights),
  });
}

/** Pages are the same only if equal to the letter, mark-up included: every change makes another state (section 8.2.4 of the paper on near-duplicate states). */
export function equalitySetting(): NearDuplicates<string> {
  return nearDuplicates({
    name: 'equality',
    threshold: 0,
    farthest: 1,
    fingerprint(content) {
      const { text, tree } = asComparable(content);
      return tree === undefined ? text : JSON.stringify(tree);
    },
    distance: (a, b) => (a === b ? 0 : 1),
  });
}
