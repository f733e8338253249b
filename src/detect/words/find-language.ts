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
const mostWords = 100;
/** Less than this, and a name or a borrowed word would decide. */
const leastEvidence = 1.5;
/** The best must be this much better than the next. */
const clearly = 1.25;

/**
 * The language of a text, by its most frequent words and, where they do not say, by its letters; null when neither does, as in a
 * short heading, or when it is none that has a stemmer. Always the same answer for the same words, as `splitWords` gives them.
 */
export function findLanguage(words: readonly string[]): StemLanguage | null {
  const scores = new Float64Array(stemLanguages.length);
  const first = words.slice(0, mostWords);
  const others: string[] = [];
  for (const word of first) {
    const frequentIn = languagesOfStopWord.get(word);
    if (frequentIn === undefined) others.push(word);
    // A word of one language says more than one that several share.
    else add(scores, frequentIn, frequentIn.length === 1 ? 1.5 : 1 / frequentIn.length + 0.4);
  }
  const byWords = clearBest(scores, others.length);
  if (byWords !== null && byWords !== 'ru') return byWords;
  for (const word of others) {
    if (cyrillic.test(word)) {
      if (notRussian.test(word)) return null;
      add(scores, ['ru'], 1);
    } else
      for (const [pattern, languages, score] of letters)
        if (pattern.test(word)) add(scores, languages, score);
  }
  return clearBest(scores, 0);
}

function add(scores: Float64Array, languages: readonly StemLanguage[], score: number): void {
  for (const language of languages) {
    const at = stemLanguages.indexOf(language);
    scores[at] = (scores[at] ?? 0) + score;
  }
}

/** `unread`: words that have not been looked at. The more there are, the more the others must say. */
function clearBest(scores: Float64Array, unread: number): StemLanguage | null {
  let best: StemLanguage | null = null;
  let most = 0;
  let next = 0;
  for (const [at, language] of stemLanguages.entries()) {
    const score = scores[at] ?? 0;
    if (score > most) [best, next, most] = [language, most, score];
    else next = Math.max(next, score);
  }
  const isClear = most >= leastEvidence + unread / 8 && most >= (unread > 0 ? 2 : clearly) * next;
  return isClear ? best : null;
}
