import type { FeatureKind } from './feature.ts';
import { checkSize, runsOf } from './shingles.ts';

export interface TermOptions {
  /** How many words in a row make a feature. Default: 1. */
  readonly size?: number;
  /** Words in lower case that are left out, such as "the". */
  readonly stopWords?: ReadonlySet<string>;
  /** The stem of a word in lower case. */
  readonly stem?: (word: string) => string;
  /** How much a term counts: its inverse document frequency. Terms that weigh nothing are left out. */
  readonly weightOf?: (term: string) => number;
}

const words = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** D10: words without signs and case, without stop words, as stems, and weighted. */
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
