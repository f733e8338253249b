import { PatternIndex, type Segment } from '../../document/index.ts';
import type { Term } from '../model/condition.ts';
import { isStemLanguage, type StemLanguage, type Stemmers } from '../stem/stemmers.ts';
import { LanguageSigns, languageBySigns, mostWords } from '../words/find-language.ts';
import { Vocabulary } from '../words/vocabulary.ts';
import { type IndexedDetector, MetTerms } from './met-terms.ts';
import { RuledOutTexts } from './ruled-out-texts.ts';

const none: readonly number[] = [];

/** Numbers of terms by a word that meets them. */
type Postings = Map<string, number[]>;

/** The terms that each word meets, by its number; undefined for words that nobody has asked about. */
type TermsByWord = (readonly number[] | undefined)[];

/** What is asked about the language of a page; `number`: the same for the same language. */
export interface LanguageOfPage {
  readonly language: StemLanguage | null;
  readonly number: number;
}

/** Letters that occur in almost every text rule nothing out. */
const ORDINARY_TEXT = 'the of and to in a is that for it was on are as with';

/**
 * One index over all detectors (X3): a segment leads only to those all of whose words, stems or literals it contains. So its
 * cost depends on its own length, and on how many detectors could match, but not on how many there are.
 */
export class DetectorIndex {
  readonly #words: Postings = new Map();
  readonly #labels: Postings = new Map();
  /** Of detectors that name their language. */
  readonly #stems = new Map<StemLanguage, Postings>();
  /** Words of detectors that take the language of each text. */
  readonly #anyLanguage: (readonly [word: string, term: number])[] = [];
  /** The same by their stems in each language that came up. */
  readonly #anyStems = new Map<StemLanguage | null, Postings>();
  readonly #literals: PatternIndex | null;
  /** The terms that are literals. */
  readonly #withLiterals: readonly number[];
  readonly #met: MetTerms;
  readonly #stemmers: Stemmers;
  readonly #vocabulary = new Vocabulary();
  readonly #ruledOut = new RuledOutTexts();
  #generation = 0;
  readonly #termsIn = new Map<StemLanguage | null, TermsByWord>();
  #termsInLabel: TermsByWord = [];
  #signs: LanguageSigns[] = [];

  constructor(detectors: readonly IndexedDetector[], stemmers: Stemmers) {
    this.#stemmers = stemmers;
    this.#met = new MetTerms(detectors);
    const literals = new Map<number, string>();
    for (const [number, term] of this.#met.terms.entries()) {
      if (term.form === 'literal') literals.set(number, term.text);
      else this.#add(term, number);
    }
    this.#withLiterals = [...literals.keys()];
    const needs = [...literals.values()].map((literal) => [[literal]]);
    this.#literals = needs.length === 0 ? null : new PatternIndex(needs, ORDINARY_TEXT);
  }

  /**
   * The numbers of the detectors that may find something in a segment, in their order. `page` has the language of texts that do
   * not tell theirs; `label` is asked for only when it matters.
   */
  possible(segment: Segment, label: () => string | null, page: LanguageOfPage): readonly number[] {
    const pageLanguage = this.#anyLanguage.length === 0 ? 0 : page.number;
    if (this.#ruledOut.has(segment, pageLanguage)) return none;
    const { text } = segment;
    const met = this.#met;
    met.begin();
    const vocabulary = this.#vocabulary;
    this.#read(text);
    const language = this.#anyLanguage.length === 0 ? null : (this.#language() ?? page.language);
    this.#meet(this.#wordsIn(language), (word) => this.#find(word, language));
    const mayBeLabelled = this.#labels.size > 0 && vocabulary.hasDigit;
    if (mayBeLabelled) {
      const find = (word: string) => this.#labels.get(word) ?? none;
      this.#meet(this.#termsInLabel, find);
      this.#read(label() ?? '');
      this.#meet(this.#termsInLabel, find);
    }
    for (const number of this.#literals?.possible(text) ?? none) met.meet(this.#withLiterals[number] ?? 0);
    const found = met.detectors();
    if (found.length === 0 && !mayBeLabelled) this.#ruledOut.add(segment, pageLanguage);
    return found;
  }

  #read(text: string): void {
    this.#vocabulary.read(text);
    if (this.#vocabulary.generation === this.#generation) return;
    // Numbers stand for other words now.
    this.#generation = this.#vocabulary.generation;
    this.#termsIn.clear();
    this.#termsInLabel = [];
    this.#signs = [];
  }

  /** Takes note of the terms that the words of the text meet. Most words meet none, and the same ones come again and again. */
  #meet(known: TermsByWord, find: (word: string) => readonly number[]): void {
    const { numbers, length } = this.#vocabulary;
    for (let i = 0; i < length; i++) {
      const number = numbers[i] as number;
      let terms = known[number];
      if (terms === undefined) {
        terms = find(this.#vocabulary.word(number));
        known[number] = terms;
      }
      if (terms !== none) for (const one of terms) this.#met.meet(one);
    }
  }

  #language(): StemLanguage | null {
    return languageBySigns(Math.min(this.#vocabulary.length, mostWords), this.#signsAt);
  }

  /** What a word of the text says about its language. */
  readonly #signsAt = (place: number): LanguageSigns => {
    const number = this.#vocabulary.numbers[place] as number;
    const known = this.#signs[number];
    if (known !== undefined) return known;
    const signs = new LanguageSigns(this.#vocabulary.word(number));
    this.#signs[number] = signs;
    return signs;
  };

  #add(term: Exclude<Term, { form: 'literal' }>, number: number): void {
    if (term.form === 'word') post(this.#words, term.text, number);
    else if (term.form === 'label') post(this.#labels, term.text, number);
    else if (term.language === null) this.#anyLanguage.push([term.text, number]);
    else if (isStemLanguage(term.language)) {
      const postings = this.#stems.get(term.language) ?? new Map<string, number[]>();
      this.#stems.set(term.language, postings);
      post(postings, this.#stemmers.of(term.language)(term.text), number);
    }
  }

  /** The terms that a word of a text in this language meets, by itself or by its stems. */
  #find(word: string, language: StemLanguage | null): readonly number[] {
    const stem = language === null ? word : this.#stemmers.of(language)(word);
    const found = [
      ...(this.#words.get(word) ?? none),
      ...(this.#anyStemsIn(language).get(stem) ?? none),
      ...[...this.#stems].flatMap(([name, postings]) => postings.get(this.#stemmers.of(name)(word)) ?? none),
    ];
    return found.length === 0 ? none : found;
  }

  #anyStemsIn(language: StemLanguage | null): Postings {
    const known = this.#anyStems.get(language);
    if (known !== undefined) return known;
    const postings: Postings = new Map();
    for (const [word, term] of this.#anyLanguage)
      post(postings, language === null ? word : this.#stemmers.of(language)(word), term);
    this.#anyStems.set(language, postings);
    return postings;
  }

  #wordsIn(language: StemLanguage | null): TermsByWord {
    const known = this.#termsIn.get(language);
    if (known !== undefined) return known;
    const made: TermsByWord = [];
    this.#termsIn.set(language, made);
    return made;
  }
}

function post(postings: Postings, word: string, term: number): void {
  const others = postings.get(word);
  if (others === undefined) postings.set(word, [term]);
  else others.push(term);
}
