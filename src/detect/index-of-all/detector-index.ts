import { PatternIndex } from '../../document/index.ts';
import type { Need, Term } from '../model/condition.ts';
import { isStemLanguage, type StemLanguage, type Stemmers } from '../stem/stemmers.ts';
import { recentlyAsked } from '../words/recently-asked.ts';
import type { SegmentReading } from '../words/segment-reading.ts';
import { splitWords } from '../words/split-words.ts';
import { rarestNeeds } from './rarest-need.ts';

const none: readonly number[] = [];

/** Detectors by a word that a segment must have for them. */
type Postings = Map<string, number[]>;

/** Letters that occur in almost every text rule nothing out. */
const ORDINARY_TEXT = 'the of and to in a is that for it was on are as with';

/**
 * One index over all detectors (X3): a segment leads only to those whose rarest word, stem or literal it contains. So its cost
 * depends on its own length, and on how many detectors could match, but not on how many there are.
 */
export class DetectorIndex {
  readonly #words: Postings = new Map();
  readonly #labels: Postings = new Map();
  /** Of detectors that name their language. */
  readonly #stems = new Map<StemLanguage, Postings>();
  /** Words of detectors that take the language of each text, and their stems in each language that came up. */
  readonly #anyLanguage: (readonly [word: string, detector: number])[] = [];
  /** For each language of a text, which detectors a word leads to by itself or by its stems. */
  readonly #detectorsOf = new Map<StemLanguage | null, (word: string) => readonly number[]>();
  readonly #literals: PatternIndex | null;
  readonly #withLiterals: readonly number[];
  /** Those that need nothing. */
  readonly #always: readonly number[];
  readonly #stemmers: Stemmers;
  /** The search that last found each detector, which several words may find. */
  readonly #listed: Float64Array;
  #search = 0;

  /** What each detector needs. */
  constructor(needs: readonly (readonly Need[])[], stemmers: Stemmers) {
    this.#stemmers = stemmers;
    this.#listed = new Float64Array(needs.length);
    const always: number[] = [];
    const literals = new Map<number, string[]>();
    for (const [detector, need] of rarestNeeds(needs).entries()) {
      if (need === null) always.push(detector);
      for (const term of need ?? []) {
        if (term.form !== 'literal') this.#add(term, detector);
        else literals.set(detector, [...(literals.get(detector) ?? []), term.text]);
      }
    }
    this.#always = always;
    this.#withLiterals = [...literals.keys()];
    this.#literals =
      literals.size === 0
        ? null
        : new PatternIndex(
            [...literals.values()].map((each) => [each]),
            ORDINARY_TEXT,
          );
  }

  /** The numbers of the detectors that may find something in a segment, in their order. */
  possible(reading: SegmentReading, label: string | null): readonly number[] {
    const search = ++this.#search;
    const found: number[] = [];
    const add = (detectors: readonly number[] = none): void => {
      for (const detector of detectors) {
        if (this.#listed[detector] === search) continue;
        this.#listed[detector] = search;
        found.push(detector);
      }
    };
    add(this.#always);
    const detectorsOf = this.#lookUp(this.#anyLanguage.length === 0 ? null : reading.language);
    for (const word of reading.words) add(detectorsOf(word));
    if (this.#labels.size > 0 && /\d/.test(reading.text)) {
      for (const word of reading.words) add(this.#labels.get(word));
      for (const word of label === null ? [] : splitWords(label).words) add(this.#labels.get(word));
    }
    for (const number of this.#literals?.possible(reading.text) ?? []) add([this.#withLiterals[number] ?? 0]);
    return found.sort((a, b) => a - b);
  }

  #add(term: Exclude<Term, { form: 'literal' }>, detector: number): void {
    if (term.form === 'word') post(this.#words, term.text, detector);
    else if (term.form === 'label') post(this.#labels, term.text, detector);
    else if (term.language === null) this.#anyLanguage.push([term.text, detector]);
    else if (isStemLanguage(term.language)) {
      const postings = this.#stems.get(term.language) ?? new Map<string, number[]>();
      this.#stems.set(term.language, postings);
      post(postings, this.#stemmers.of(term.language)(term.text), detector);
    }
  }

  /** Most words lead nowhere, and the same words come again and again: what was found for one is remembered. */
  #lookUp(language: StemLanguage | null): (word: string) => readonly number[] {
    const known = this.#detectorsOf.get(language);
    if (known !== undefined) return known;
    const stem = language === null ? (word: string) => word : this.#stemmers.of(language);
    const ofAny: Postings = new Map();
    for (const [word, detector] of this.#anyLanguage) post(ofAny, stem(word), detector);
    const named = [...this.#stems].map(([name, postings]) => ({ stem: this.#stemmers.of(name), postings }));
    const lookUp = recentlyAsked((word): readonly number[] => {
      const found = [
        ...(this.#words.get(word) ?? none),
        ...(ofAny.size === 0 ? none : (ofAny.get(stem(word)) ?? none)),
        ...named.flatMap((one) => one.postings.get(one.stem(word)) ?? none),
      ];
      return found.length === 0 ? none : found;
    });
    this.#detectorsOf.set(language, lookUp);
    return lookUp;
  }
}

function post(postings: Postings, word: string, detector: number): void {
  const others = postings.get(word);
  if (others === undefined) postings.set(word, [detector]);
  else others.push(detector);
}
