import { type StemLanguage, stemLanguages } from '../stem/stemmers.ts';
import { recentlyAsked } from './recently-asked.ts';
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

/** Whether a word has any of these, or letters beyond ASCII: most have none. */
const anyLetters = new RegExp(`[^\\x21-\\x7e]|${letters.map(([{ source }]) => source).join('|')}`);

const cyrillic = /\p{Script=Cyrillic}/u;
/** Letters of Ukrainian, Belarusian, Serbian and Macedonian that Russian does not have. */
const notRussian = /[іїєґўђћјљњџѓќѕ]/;

/** More words do not make the answer better. */
export const mostWords = 100;
/** Less than this, and a name or a borrowed word would decide. */
const leastEvidence = 1.5;
/** The best must be this much better than the next. */
const clearly = 1.25;

/** How much is said for a language, by its place in `stemLanguages`. */
interface Vote {
  readonly language: number;
  readonly score: number;
}

/** What one word says about the language of its text. */
export class LanguageSigns {
  readonly #word: string;
  /** As one of the most frequent words of a language; null when it is none. */
  readonly byFrequency: readonly Vote[] | null;
  #byLetters: readonly Vote[] | null | undefined;
  #isForeign: boolean | undefined;

  constructor(word: string) {
    this.#word = word;
    const languages = languagesOfStopWord.get(word);
    // A word of one language says more than one that several share.
    this.byFrequency =
      languages === undefined
        ? null
        : votesFor(languages, languages.length === 1 ? 1.5 : 1 / languages.length + 0.4);
  }

  /** By its letters, which are looked at only where frequent words do not decide; null: it is of none of these languages. */
  get byLetters(): readonly Vote[] | null {
    if (this.#byLetters === undefined) this.#byLetters = votesOfLetters(this.#word);
    return this.#byLetters;
  }

  /**
   * Whether it says more for some other language than for English. A text without such words is of no other language: the one that is
   * found has the best score.
   */
  get isForeign(): boolean {
    this.#isForeign ??= prefersAnother(this.byFrequency ?? this.byLetters ?? []);
    return this.#isForeign;
  }
}

function prefersAnother(votes: readonly Vote[]): boolean {
  const sums = new Float64Array(stemLanguages.length);
  for (const { language, score } of votes) sums[language] = (sums[language] as number) + score;
  const english = sums[stemLanguages.indexOf('en')] as number;
  return sums.some((sum) => sum > english);
}

const noVotes: readonly Vote[] = [];

function votesOfLetters(word: string): readonly Vote[] | null {
  if (!anyLetters.test(word)) return noVotes;
  if (cyrillic.test(word)) return notRussian.test(word) ? null : votesFor(['ru'], 1);
  return letters.flatMap(([pattern, languages, score]) =>
    pattern.test(word) ? votesFor(languages, score) : [],
  );
}

const votesFor = (languages: readonly StemLanguage[], score: number): readonly Vote[] =>
  languages.map((language) => ({ language: stemLanguages.indexOf(language), score }));

/**
 * The language of a text, by its most frequent words and, where they do not say, by its letters; null when neither does, as in a
 * short heading, or when it is none that has a stemmer. Always the same answer for the same words, as `splitWords` gives them.
 */
export function findLanguage(words: readonly string[]): StemLanguage | null {
  const first = words.slice(0, mostWords).map(signsOf);
  return languageBySigns(first.length, (place) => first[place] as LanguageSigns);
}

/** Texts are made of the same words again and again. */
const signsOf = recentlyAsked((word) => new LanguageSigns(word));

/** Of one text after the other. */
const scores = new Float64Array(stemLanguages.length);

/** The same by what each of its first words says: `mostWords` of them, if there are so many. */
export function languageBySigns(
  words: number,
  signsOf: (place: number) => LanguageSigns,
): StemLanguage | null {
  scores.fill(0);
  let others = 0;
  for (let place = 0; place < words; place++) {
    const { byFrequency } = signsOf(place);
    if (byFrequency === null) others++;
    else add(byFrequency);
  }
  if (others < words) {
    const byWords = clearBest(others);
    if (byWords !== null && byWords !== 'ru') return byWords;
  }
  for (let place = 0; place < words; place++) {
    const signs = signsOf(place);
    if (signs.byFrequency !== null) continue;
    const { byLetters } = signs;
    if (byLetters === null) return null;
    add(byLetters);
  }
  return clearBest(0);
}

function add(votes: readonly Vote[]): void {
  for (let i = 0; i < votes.length; i++) {
    const { language, score } = votes[i] as Vote;
    scores[language] = (scores[language] as number) + score;
  }
}

/** `unread`: words that have not been looked at. The more there are, the more the others must say. */
function clearBest(unread: number): StemLanguage | null {
  let best = -1;
  let most = 0;
  let next = 0;
  for (let language = 0; language < scores.length; language++) {
    const score = scores[language] as number;
    if (score > most) {
      next = most;
      most = score;
      best = language;
    } else if (score > next) next = score;
  }
  const isClear = most >= leastEvidence + unread / 8 && most >= (unread > 0 ? 2 : clearly) * next;
  return isClear ? (stemLanguages[best] ?? null) : null;
}
