import {
  invisibleCharacters,
  type PageWords,
  SEVERAL_LEAVES,
  type WordNumbers,
} from '../../document/index.ts';
import type { StemLanguage } from '../stem/stemmers.ts';
import {
  type LanguageSigns,
  languageBySigns,
  mostWords,
  possibleLanguages,
  readLongest,
  signsOf,
} from '../words/find-language.ts';
import { splitWords } from '../words/split-words.ts';
import type { LiteralTerms } from './literal-terms.ts';
import type { MetTerms } from './met-terms.ts';

/** What is known about a word of the page reader, as bits; 0: nothing yet. */
const KNOWN = 1;
/** It has a digit of ASCII. */
const DIGIT = 2;
const BEYOND_ASCII = 4;
/** It is stronger evidence for some other language than for English. */
const FOREIGN = 8;
const HAS_TERMS = 16;

const none: readonly number[] = [];
type Language = StemLanguage | null;

interface Options {
  readonly met: MetTerms;
  readonly literals: LiteralTerms | null;
  /** Whether some terms are stems in the language of each text. */
  readonly takesLanguage: boolean;
  /** The terms that a word meets in a text of a language, and labels, and perhaps others; found fast. */
  readonly candidates: (word: string, language: Language) => readonly number[];
  /** The terms that it does meet; those below 0 are none. */
  readonly isMet: (word: string, language: Language) => readonly number[];
}

interface Unit {
  readonly text: Buffer;
  /** What is known about its words. */
  readonly bits: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Rules out pages by their words, before leaves are read: nearly all words of a page were on another one before, so a page costs one look at a table for
 * each of its words. A unit has the words of one leaf or of some, and all languages that one of them may have. So no page is ruled out that has a leaf
 * which leads somewhere.
 */
export class PagePrefilter {
  readonly #options: Options;
  /** Whether every detector needs some word, or a part of one. */
  readonly #canRuleOut: boolean;
  #numbers: WordNumbers | null = null;
  #inLanguages = new Map<Language, WordsInLanguage>();
  /** The words with terms of the unit that is read, and of the one before it. */
  readonly #unit: number[] = [];
  readonly #before: number[] = [];

  constructor(options: Options) {
    this.#options = options;
    const { met, literals } = options;
    const wordless = literals?.wordless ?? none;
    this.#canRuleOut = met.always.length === 0 && !wordless.some((term) => met.isLead(term));
  }

  /**
   * The language of a page by its longest units, as `detectorInputOf` finds it by the longest leaves; units of several leaves are read only where there are no others.
   * Undefined when its words are no longer known.
   */
  languageOf({ rows, numbers }: PageWords): Language | undefined {
    const ends: number[] = [];
    for (let row = 0; row < rows.length; row += 2) if (rows[row] === 0) ends.push(row);
    const lengths = (isIn: (end: number) => boolean): Int32Array =>
      Int32Array.from(ends, (row, unit) => {
        if (!isIn(rows[row + 1] as number)) return -1;
        return endOf(rows, row) - (unit === 0 ? 0 : endOf(rows, ends[unit - 1] as number));
      });
    const known = this.#wordsIn(null, numbers);
    const signs: LanguageSigns[] = [];
    let isForgotten = false;
    const read = (unit: number): number => {
      const from = unit === 0 ? 0 : (ends[unit - 1] as number) + 2;
      const to = Math.min(ends[unit] as number, from + 2 * mostWords);
      const found = known.signsOf(rows, from, to)?.slice(0, mostWords);
      if (found === undefined) isForgotten = true;
      else signs.push(...found);
      return found?.length ?? mostWords;
    };
    readLongest(
      lengths((end) => end < SEVERAL_LEAVES),
      read,
    );
    if (signs.length === 0)
      readLongest(
        lengths((end) => end >= SEVERAL_LEAVES),
        read,
      );
    if (isForgotten) return undefined;
    return languageBySigns(Math.min(signs.length, mostWords), (place) => signs[place] as LanguageSigns);
  }

  /** Whether a leaf of the page may have all terms of some detector. `page`: the language of leaves that show none of their own. */
  mayMatch(words: PageWords, page: Language): boolean {
    if (!this.#canRuleOut) return true;
    const { takesLanguage } = this.#options;
    const { rows, text, numbers } = words;
    const spoken = takesLanguage ? page : null;
    const inPage = this.#wordsIn(spoken, numbers);
    this.#before.length = 0;
    let bits = 0;
    let from = 0;
    let start = 0;
    for (let row = 0; row < rows.length; row += 2) {
      const number = rows[row] as number;
      if (number !== 0) {
        const kind = inPage.kinds[number] || inPage.look(number);
        // Its number stands for another word by now.
        if (kind === 0) return true;
        bits |= kind;
        continue;
      }
      const end = endOf(rows, row);
      // On an English page, a text without words of other languages is read as English; see `DetectorIndex`.
      const languages =
        takesLanguage && (page !== 'en' || (bits & FOREIGN) !== 0)
          ? this.#languagesOf(words, from, row, page)
          : [spoken];
      if (languages === null) return true;
      const unit = { text, bits, start, end };
      for (const language of languages) {
        const known = language === spoken ? inPage : this.#wordsIn(language, numbers);
        this.#unit.length = 0;
        if (known !== inPage || (bits & HAS_TERMS) !== 0)
          for (let word = from; word < row; word += 2)
            if (known.hasTerms(rows[word] as number)) this.#unit.push(rows[word] as number);
        if (this.#unitMayMatch(known, unit)) return true;
      }
      // The labels that may stand there do not depend on the language.
      this.#before.length = 0;
      if ((bits & HAS_TERMS) !== 0)
        for (let word = from; word < row; word += 2)
          if (inPage.hasTerms(rows[word] as number)) this.#before.push(rows[word] as number);
      from = row + 2;
      start = end;
      bits = 0;
    }
    return false;
  }

  /** The languages that the leaves of a unit may have; null when its words are no longer known. */
  #languagesOf(
    { rows, numbers }: PageWords,
    from: number,
    to: number,
    page: Language,
  ): readonly Language[] | null {
    const signs = this.#wordsIn(page, numbers).signsOf(rows, from, to);
    if (signs === null) return null;
    if ((rows[to + 1] as number) >= SEVERAL_LEAVES) return [...new Set([page, ...possibleLanguages(signs)])];
    const own = languageBySigns(Math.min(signs.length, mostWords), (place) => signs[place] as LanguageSigns);
    return [own ?? page];
  }

  #wordsIn(language: Language, numbers: WordNumbers): WordsInLanguage {
    if (this.#numbers !== numbers) {
      this.#numbers = numbers;
      this.#inLanguages = new Map();
    }
    let known = this.#inLanguages.get(language);
    if (known === undefined) {
      known = new WordsInLanguage(this.#options, language, numbers);
      this.#inLanguages.set(language, known);
    }
    return known;
  }

  #unitMayMatch(known: WordsInLanguage, { text, bits, start, end }: Unit): boolean {
    // The label of a number may stand in the leaf before it.
    if (this.#unit.length === 0 && ((bits & DIGIT) === 0 || this.#before.length === 0)) return false;
    const { met, literals } = this.#options;
    const isLabel = (term: number): boolean => met.terms[term]?.form === 'label';
    const hasDigit = (bits & DIGIT) !== 0;
    const meet = (termsOf: (number: number) => readonly number[]): boolean => {
      met.begin();
      for (const number of this.#unit)
        for (const term of termsOf(number)) if (hasDigit || !isLabel(term)) met.meet(term);
      if (hasDigit)
        for (const number of this.#before)
          for (const term of known.candidates(number)) if (isLabel(term)) met.meet(term);
      const parts = this.#unit.flatMap((number) => known.literals(number));
      for (const term of literals?.wordless ?? none) met.meet(term);
      if (parts.length > 0)
        for (const term of literals?.in(shownText(text.subarray(start, end), bits)) ?? none) met.meet(term);
      return met.isAnyMet();
    };
    // Stemming is slow, so what a word may meet is tried first.
    return meet((number) => known.candidates(number)) && meet((number) => known.met(number));
  }
}

/** Where a unit or a word ends in the text. */
const endOf = (rows: Uint32Array, row: number): number => (rows[row + 1] as number) & ~SEVERAL_LEAVES;

/** What is known about the words of all pages, as words of one language. */
class WordsInLanguage {
  kinds = new Uint8Array(1 << 12);
  readonly #options: Options;
  readonly #language: Language;
  readonly #numbers: WordNumbers;
  /** By number, for words that have any. */
  readonly #candidates = new Map<number, readonly number[]>();
  readonly #literals = new Map<number, readonly number[]>();
  readonly #met = new Map<number, readonly number[]>();
  readonly #signs: (readonly LanguageSigns[])[] = [];

  constructor(options: Options, language: Language, numbers: WordNumbers) {
    this.#options = options;
    this.#language = language;
    this.#numbers = numbers;
  }

  hasTerms(number: number): boolean {
    return ((this.kinds[number] || this.look(number)) & HAS_TERMS) !== 0;
  }

  candidates(number: number): readonly number[] {
    return this.#candidates.get(number) ?? none;
  }

  /** The literals that have a part in the word. */
  literals(number: number): readonly number[] {
    return this.#literals.get(number) ?? none;
  }

  /** Without candidates that it does not meet. */
  met(number: number): readonly number[] {
    const known = this.#met.get(number);
    if (known !== undefined) return known;
    const words = this.#wordsOf(number);
    if (words === null) return this.candidates(number);
    const { isMet, met } = this.#options;
    const found = new Set(words.flatMap((word) => isMet(word, this.#language)));
    const all = this.candidates(number).filter(
      (term) => found.has(term) || met.terms[term]?.form === 'label',
    );
    this.#met.set(number, all);
    return all;
  }

  /** Looks at a word for the first time. Returns 0 when it is no longer known. */
  look(number: number): number {
    const text = this.#numbers.text(number);
    if (text === null) return 0;
    const isAscii = isAsciiText.test(text);
    const words = isAscii ? [text] : splitWords(text).words;
    const { candidates, literals, takesLanguage } = this.#options;
    const terms = isAscii
      ? candidates(text, this.#language)
      : words.flatMap((word) => candidates(word, this.#language));
    const parts = literals?.withPartIn(text) ?? none;
    if (terms.length > 0) this.#candidates.set(number, terms);
    if (parts.length > 0) this.#literals.set(number, parts);
    if (number >= this.kinds.length) {
      const grown = new Uint8Array(4 * number);
      grown.set(this.kinds);
      this.kinds = grown;
    }
    const isForeign = takesLanguage && words.some((word) => signsOf(word).isForeign);
    const kind =
      KNOWN |
      (/[0-9]/.test(text) ? DIGIT : 0) |
      (isAscii ? 0 : BEYOND_ASCII) |
      (isForeign ? FOREIGN : 0) |
      (terms.length > 0 || parts.length > 0 ? HAS_TERMS : 0);
    this.kinds[number] = kind;
    return kind;
  }

  /** The evidence of words about the language of their text, of the first ones at least; null when one is no longer known. */
  signsOf(rows: Uint32Array, from: number, to: number): readonly LanguageSigns[] | null {
    const signs: LanguageSigns[] = [];
    for (let row = from; row < to; row += 2) {
      const number = rows[row] as number;
      let known = this.#signs[number];
      if (known === undefined) {
        const words = this.#wordsOf(number);
        if (words === null) return null;
        known = words.map(signsOf);
        this.#signs[number] = known;
      }
      for (const one of known) signs.push(one);
    }
    return signs;
  }

  #wordsOf(number: number): readonly string[] | null {
    const text = this.#numbers.text(number);
    if (text === null) return null;
    return isAsciiText.test(text) ? [text] : splitWords(text).words;
  }
}

/** The text of a unit as its leaves have it. */
function shownText(unit: Buffer, bits: number): string {
  if ((bits & BEYOND_ASCII) === 0) return unit.toString('latin1').replace(spaces, ' ');
  return unit.toString('utf8').replace(invisibleCharacters(), '').replace(spaces, ' ');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ends of leaves, and all that separates words as white space does.
const spaces = /[\x00-\x20\x7f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
const isAsciiText = /^[\x00-\x7f]*$/;
