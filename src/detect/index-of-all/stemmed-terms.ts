import { getOrInsert } from '../../base/index.ts';
import type { Stem, StemLanguage } from '../stem/stemmers.ts';

/** A word that detectors look for in any form, with the number of its term. */
export type SoughtForm = readonly [word: string, term: number];

const none: readonly number[] = [];

/** The terms that a word of a language meets by its stem. Stemming is slow, so few words are stemmed. */
export interface StemmedTerms {
  of(word: string): readonly number[];
}

/** English is the language of most texts: there, the stems of all terms show which words are worth stemming. */
export const stemmedTerms = (
  language: StemLanguage,
  stem: Stem,
  forms: readonly SoughtForm[],
): StemmedTerms =>
  language === 'en' ? new EnglishTerms(stem, forms) : new TermsOfFewWords(language, stem, forms);

/** Stems a word only if it begins like one of the terms. */
class EnglishTerms implements StemmedTerms {
  readonly #stem: Stem;
  readonly #terms = new Map<string, number[]>();
  readonly #beginnings = new Set<string>();
  readonly #shortest: number;
  readonly #longest: number;

  constructor(stem: Stem, forms: readonly SoughtForm[]) {
    this.#stem = stem;
    for (const [word, term] of forms) {
      const stemmed = stem(word);
      getOrInsert(this.#terms, stemmed, () => []).push(term);
      this.#beginnings.add(beginningOfStem(stemmed, 'en'));
    }
    const lengths = [...this.#beginnings].map(({ length }) => length);
    this.#shortest = Math.min(...lengths);
    this.#longest = Math.max(...lengths);
  }

  of(word: string): readonly number[] {
    if (isEnglishStem(word)) return this.#terms.get(word) ?? none;
    const folded = foldedLetters(word);
    const most = Math.min(this.#longest, folded.length);
    for (let length = this.#shortest; length <= most; length++)
      if (this.#beginnings.has(folded.slice(0, length))) return this.#terms.get(this.#stem(word)) ?? none;
    return none;
  }
}

/** Stems a term only when a word begins like it. */
class TermsOfFewWords implements StemmedTerms {
  readonly #language: StemLanguage;
  readonly #stem: Stem;
  /** Sorted by their letters, so that those with the same beginning stand together. */
  readonly #forms: readonly (readonly [letters: string, word: string, term: number])[];

  constructor(language: StemLanguage, stem: Stem, forms: readonly SoughtForm[]) {
    this.#language = language;
    this.#stem = stem;
    this.#forms = forms
      .map(([word, term]) => [foldedLetters(word), word, term] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  }

  of(word: string): readonly number[] {
    const stemmed = this.#stem(word);
    const beginning = beginningOfStem(stemmed, this.#language);
    const found: number[] = [];
    for (let at = this.#firstFrom(beginning); at < this.#forms.length; at++) {
      const form = this.#forms[at];
      if (form === undefined || !form[0].startsWith(beginning)) break;
      if (this.#stem(form[1]) === stemmed) found.push(form[2]);
    }
    return found.length === 0 ? none : found;
  }

  #firstFrom(beginning: string): number {
    let from = 0;
    let to = this.#forms.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#forms[middle]?.[0] ?? '') < beginning) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/**
 * The letters with which every word of this stem begins, all in `foldedLetters`. Stemmers remove endings; the replacement of an ending has
 * at most two letters, and changes the first two letters of a word only in English: French "amment" leaves "ant", Spanish "encia" leaves
 * "ente", English "dying" leaves "die".
 */
export function beginningOfStem(stem: string, language: StemLanguage): string {
  const folded = foldedLetters(stem);
  if (language === 'en') return folded.slice(0, folded.length - changedInEnglish(folded));
  return folded.slice(0, Math.max(2, folded.length - 2));
}

/**
 * English replaces an ending only with these: an e (hoping: hope), an i for a y (happy: happi), "ble" for "bility", which may lose its e
 * again, and a few whole words (dying: die, skies: sky). All other stems are the beginnings of their words.
 */
function changedInEnglish(stem: string): number {
  if (/(?:le|ie)$/.test(stem)) return 2;
  return /(?:e|i|y|bl)$/.test(stem) ? 1 : 0;
}

/** Whether an English word is certainly its own stem: it has none of the endings that the stemmer removes. */
export function isEnglishStem(word: string): boolean {
  return !englishEnding.test(word);
}

const englishEnding = /(?:s|ed|ing|y|i|al|er|or|ion|ism|e|ic|ful|nt|ll|[^0-9a-z_])$/;

/** The letters without accents and the like, which some stemmers remove: equal for a word and its stem. */
export function foldedLetters(word: string): string {
  if (isPlain.test(word)) return word;
  return word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

const isPlain = /^[\x21-\x7e]*$/;
