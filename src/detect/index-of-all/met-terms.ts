import type { Need, Term } from '../model/detector-kind.ts';
import { isStopWord } from '../words/find-language.ts';

/** What the index knows about a detector. */
export interface IndexedDetector {
  readonly needs: readonly Need[];
  /** Whether it reads parts of segments: a part of "viruses" may be the word "virus", which the segment does not have. */
  readonly readsParts: boolean;
}

/**
 * Takes note, for one text after the other, of the terms that it has. A detector comes up when the text has one term of its
 * rarest need, and only then its other needs are looked at: "price" may be a need of thousands.
 */
export class MetTerms {
  /** All terms of all detectors, each once. */
  readonly terms: readonly Term[];
  readonly #needs: readonly (readonly (readonly number[])[])[];
  /** Which detectors come up by each term. */
  readonly #leads: readonly number[][];
  /** Those that need nothing. */
  readonly #always: readonly number[];
  /** The text that last had each term, and that last brought up each detector. */
  readonly #metBy: Float64Array;
  readonly #listedBy: Float64Array;
  #text = 0;
  #found: number[] = [];

  constructor(detectors: readonly IndexedDetector[]) {
    const terms: Term[] = [];
    const numbers = new Map<string, number>();
    const numberOf = (term: Term): number => {
      const key = `${term.form} ${term.form === 'stem' ? term.language : ''} ${term.text}`;
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, terms.length);
      return terms.push(term) - 1;
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

  /** Begins with the next text. */
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

/** Almost every text has one: as bad as no need at all. */
const stopWordCost = 1_000_000;

/** Chooses for each detector the need that fewest segments meet: its words are rare among all detectors, and no stop words. */
function rarestNeeds(needs: readonly (readonly Need[])[]): readonly (Need | null)[] {
  const counts = new Map<string, number>();
  for (const ofOne of needs) {
    for (const { text } of ofOne.flat()) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
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
