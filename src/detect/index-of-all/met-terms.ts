import { getOrInsert, increment } from '../../base/index.ts';
import type { Need, Term } from '../model/detector-kind.ts';
import { isStopWord } from '../words/find-language.ts';

/** What the index knows about a detector. */
export interface IndexedDetector {
  readonly needs: readonly Need[];
  /** Whether it reads parts of segments: a part of "viruses" may be the word "virus", which the segment does not have. */
  readonly readsParts: boolean;
}

/**
 * Notes, for one text after the other, the terms that it has. A detector becomes a candidate when the text has a term of its rarest need;
 * only then are its other needs checked: "price" may be a need of thousands of detectors.
 */
export class MetTerms {
  /** All terms of all detectors, each once. */
  readonly terms: readonly Term[];
  readonly #needs: readonly (readonly (readonly number[])[])[];
  /** The detectors that become candidates by each term. */
  readonly #leads: readonly number[][];
  /** Detectors without needs. */
  readonly #always: readonly number[];
  /** The last text that had each term, and the last text that made each detector a candidate. */
  readonly #metBy: Float64Array;
  readonly #listedBy: Float64Array;
  #text = 0;
  #found: number[] = [];

  constructor(detectors: readonly IndexedDetector[]) {
    const terms: Term[] = [];
    const numbers = new Map<string, number>();
    const numberOf = (term: Term): number => {
      const key = `${term.form} ${term.form === 'stem' ? term.language : ''} ${term.text}`;
      return getOrInsert(numbers, key, () => terms.push(term) - 1);
    };
    const rarest = rarestNeeds(detectors.map(({ needs }) => needs)).map(
      (need) => need?.map(numberOf) ?? null,
    );
    this.#needs = detectors.map(({ needs, readsParts }) =>
      readsParts ? [] : needs.map((need) => need.map(numberOf)),
    );
    this.terms = terms;
    const leads: number[][] = terms.map(() => []);
    for (const [detector, need] of rarest.entries())
      for (const term of new Set(need)) leads[term]?.push(detector);
    this.#leads = leads;
    this.#always = rarest.flatMap((need, detector) => (need === null ? [detector] : []));
    this.#metBy = new Float64Array(terms.length);
    this.#listedBy = new Float64Array(detectors.length);
  }

  /** Begins the next text. */
  begin(): void {
    this.#text++;
    if (this.#found.length > 0) this.#found = [];
  }

  meet(term: number): void {
    if (this.#metBy[term] === this.#text) return;
    this.#metBy[term] = this.#text;
    for (const detector of this.#leads[term] ?? []) {
      if (this.#listedBy[detector] === this.#text) continue;
      this.#listedBy[detector] = this.#text;
      this.#found.push(detector);
    }
  }

  /** The detectors all of whose needs are met, in their order. */
  detectors(): readonly number[] {
    if (this.#found.length === 0) return this.#always;
    const isMet = (term: number): boolean => this.#metBy[term] === this.#text;
    const met = this.#found.filter((detector) => this.#needs[detector]?.every((need) => need.some(isMet)));
    return [...this.#always, ...met].sort((a, b) => a - b);
  }
}

/** Almost every text has a stop word: as bad as no need at all. */
const stopWordCost = 1_000_000;

/** Chooses for each detector the need that the fewest segments meet: its words are rare among all detectors, and are no stop words. */
function rarestNeeds(needs: readonly (readonly Need[])[]): readonly (Need | null)[] {
  const counts = new Map<string, number>();
  for (const { text } of needs.flat(2)) increment(counts, text);
  const cost = ({ form, text }: Term): number =>
    (counts.get(text) ?? 0) + (form !== 'literal' && isStopWord(text) ? stopWordCost : 0) + 10 / text.length;
  const costOf = (need: Need): number => need.reduce((sum, term) => sum + cost(term), 0);
  return needs.map((ofOne) => {
    let best: Need | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const need of ofOne) {
      const found = costOf(need);
      if (found < least) [best, least] = [need, found];
    }
    return best;
  });
}
