import { type StemLanguage, stemLanguages } from '../stem/stemmers.ts';
import { languagesOfStopWord } from './stop-words.ts';

/** Letters that few of the languages have, and how much one word with them says. */
const letters: readonly (readonly [RegExp, readonly StemLanguage[], number])[] = [
  [/[ąęłńśźż]/, ['pl'], 2],
  [/ć|ó/, ['pl'], 0.3],
  [/ß|[äöü]/, ['de'], 1],
  [/ñ|[íú]/, ['es'], 0.6],
  [/[ãõ]/, ['pt'], 2],
  [/ç|[êâô]/, ['pt', 'fr'], 0.5],
  [/[àè]/, ['fr', 'it'], 0.5],
  [/œ|[îûë]/, ['fr'], 0.7],
  [/ij|aa|oo|ee(?=.)/, ['nl'], 0.2],
  [/sch|tz/, ['de'], 0.3],
  [/cz|sz|rz/, ['pl'], 0.5],
  [/zione|tà$|gli|cch/, ['it'], 0.7],
  [/ción|ñ|ll/, ['es'], 0.4],
  [/ção|ões|lh|nh/, ['pt'], 0.8],
  [/tion$|eux$|aux$|ette$/, ['fr'], 0.3],
  [/th|ing$|[^s]ed$|wh/, ['en'], 0.4],
];

const cyrillic = /\p{Script=Cyrillic}/u;
/** Letters of Ukrainian, Belarusian, Serbian and Macedonian that Russian does not have. */
const notRussian = /[іїєґўђћјљњџѓќѕ]/;

/** More words do not make the answer better. */
const mostWords = 200;
/** Less than this, and a name or a borrowed word would decide. */
const leastEvidence = 1.5;
/** The best must be this much better than the next. */
const clearly = 1.25;

/**
 * The language of a text, by its most frequent words and its letters; null when they do not say, as in a short heading, or when it
 * is none that has a stemmer. Always the same answer for the same words. `words` as `splitWords` gives them.
 */
export function findLanguage(words: readonly string[]): StemLanguage | null {
  const scores = new Map<StemLanguage, number>();
  const add = (languages: readonly StemLanguage[], score: number): void => {
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + score);
  };
  for (const word of words.slice(0, mostWords)) {
    if (cyrillic.test(word)) {
      if (notRussian.test(word)) return null;
      add(['ru'], 1);
      continue;
    }
    const frequentIn = languagesOfStopWord.get(word);
    // A word of one language says more than one that several share.
    if (frequentIn !== undefined)
      add(frequentIn, frequentIn.length === 1 ? 1.5 : 1 / frequentIn.length + 0.4);
    else for (const [pattern, languages, score] of letters) if (pattern.test(word)) add(languages, score);
  }
  return clearBest(scores);
}

function clearBest(scores: ReadonlyMap<StemLanguage, number>): StemLanguage | null {
  let best: StemLanguage | null = null;
  let most = 0;
  let next = 0;
  for (const language of stemLanguages) {
    const score = scores.get(language) ?? 0;
    if (score > most) [best, next, most] = [language, most, score];
    else next = Math.max(next, score);
  }
  return most >= leastEvidence && most >= clearly * next ? best : null;
}
