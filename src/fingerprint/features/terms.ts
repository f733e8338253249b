import { increment } from '../../base/index.ts';
import type { ComparableContent } from '../comparable-content.ts';
import type { FeatureKind } from './feature.ts';
import { checkSize, runsOf } from './shingles.ts';

export interface TermOptions {
  /** How many words in a row make a feature. Default: 1. */
  readonly size?: number;
  /** Words in lower case that are left out, such as "the". */
  readonly stopWords?: ReadonlySet<string>;
  /** The stem of a word in lower case. */
  readonly stem?: (word: string) => string;
  /** The weight of a term: its inverse document frequency. Terms without a positive weight are left out. */
  readonly weightOf?: (term: string) => number;
}

const words = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Words in lower case, without punctuation and stop words, as stems, and weighted. */
export function termFeatures({ size = 1, stopWords, stem, weightOf }: TermOptions = {}): FeatureKind {
  checkSize(size);
  return {
    name: `terms:${size}`,
    *of({ text }) {
      const terms = (text.toLowerCase().match(words) ?? [])
        .filter((word) => stopWords?.has(word) !== true)
        .map((word) => stem?.(word) ?? word);
      if (weightOf === undefined || size > 1) {
        if (terms.length > 0 && terms.length < size) yield { text: terms.join(' '), weight: 1 };
        for (const run of runsOf(terms, size)) yield { text: run, weight: 1 };
        return;
      }
      for (const term of terms) {
        const weight = weightOf(term);
        if (weight > 0) yield { text: term, weight };
      }
    },
  };
}

/** English words that do not show the subject of a text. */
export const englishStopWords: ReadonlySet<string> = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by ' +
    'can could did do does doing down during each few for from further had has have having he her here hers him his how ' +
    'i if in into is it its just me more most my no nor not now of off on once only or other our out over own same she ' +
    'should so some such than that the their them then there these they this those through to too under until up us ' +
    'very was we were what when where which while who whom why will with would you your'
  ).split(' '),
);

/**
 * How rare a feature is among some pages: ln((1 + pages) / (1 + pages with it)). A feature of all pages has the weight 0; a
 * feature of no page has the largest weight.
 */
export function inverseDocumentFrequency(
  pages: Iterable<ComparableContent>,
  kind: FeatureKind,
): (feature: string) => number {
  const pagesWith = new Map<string, number>();
  let count = 0;
  for (const page of pages) {
    count++;
    const own = new Set(Array.from(kind.of(page), ({ text }) => text));
    for (const text of own) increment(pagesWith, text);
  }
  return (feature) => Math.log((1 + count) / (1 + (pagesWith.get(feature) ?? 0)));
}
