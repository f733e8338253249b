import { getOrInsert } from '../../base/index.ts';
import { stemPolish } from './polish.ts';

/** Languages with a stemmer, by their codes of ISO 639-1. */
export const stemLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'pl'] as const;
export type StemLanguage = (typeof stemLanguages)[number];

/** The stem of a word in lower case. It need not be a word itself: forms of one word have the same stem. */
export type Stem = (word: string) => string;

export interface Stemmers {
  of(language: StemLanguage): Stem;
}

export function isStemLanguage(code: string): code is StemLanguage {
  return (stemLanguages as readonly string[]).includes(code);
}

/** What the package calls the languages. */
const names: Readonly<Record<Exclude<StemLanguage, 'pl'>, string>> = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
  ru: 'russian',
};

/**
 * The stemmers of all languages. The package takes 50 ms to load, so it is loaded only for those who have detectors with
 * stems.
 */
export async function loadStemmers(): Promise<Stemmers> {
  const { newStemmer } = await import('snowball-stemmers');
  const make = (language: StemLanguage): Stem => {
    if (language === 'pl') return stemPolish;
    const snowball = newStemmer(names[language]);
    const plain: Stem = (word) => snowball.stem(word);
    return additions[language]?.(plain) ?? plain;
  };
  const made = new Map<StemLanguage, Stem>();
  return {
    of: (language) => getOrInsert(made, language, () => remembering(make(language))),
  };
}

/** What Snowball 3 adds to the older algorithms of the package. */
const additions: Readonly<Partial<Record<StemLanguage, (stem: Stem) => Stem>>> = {
  fr: (stem) => (word) => {
    // Removes an elision, as in d'affichage. An i or e with a diaeresis begins a syllable, like one after an h.
    const plain = word.replace(/^(?:[cdjlmnst]|qu)'(?=.)/, '');
    if (!/[ëï]/.test(plain)) return stem(plain);
    return stem(plain.replaceAll('ï', 'Hi').replaceAll('ë', 'He'))
      .replaceAll('Hi', 'ï')
      .replaceAll('He', 'ë')
      .replaceAll('H', '');
  },
  ru: (stem) => (word) => stem(word.replaceAll('ё', 'е')),
};

/** Longer strings are no words of a language; some algorithms take time quadratic in their length. */
const longestWord = 80;

/** Caches the stems of recent words: the package takes several microseconds for each. */
function remembering(stem: Stem): Stem {
  return recentlyAsked((word) => (word.length > longestWord ? word : stem(word)));
}

/** Enough for almost all words of a large site that occur more than once; at most twice as many are kept. */
const mostWords = 50_000;

/** Caches the answers of a function for recent words. */
export function recentlyAsked<Answer extends string | object>(
  answer: (word: string) => Answer,
): (word: string) => Answer {
  let recent = new Map<string, Answer>();
  let older: ReadonlyMap<string, Answer> = new Map();
  return (word) => {
    const known = recent.get(word);
    if (known !== undefined) return known;
    if (word.length > longestWord) return answer(word);
    if (recent.size >= mostWords) {
      older = recent;
      recent = new Map();
    }
    const found = older.get(word) ?? answer(word);
    recent.set(word, found);
    return found;
  };
}
