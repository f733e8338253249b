import { isAscii } from 'node:buffer';
import type { WrittenLeaves } from '../../document/index.ts';
import { recentlyAsked, type StemLanguage, stemLanguages } from '../stem/stemmers.ts';

/** Letters that only few of the languages have, and the weight of a word with them. */
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

/** Whether a word has any of these letters, or a character beyond ASCII: most words have none. */
const anyLetters = new RegExp(`[^\\x21-\\x7e]|${letters.map(([{ source }]) => source).join('|')}`);

const cyrillic = /\p{Script=Cyrillic}/u;
/** Letters of Ukrainian, Belarusian, Serbian and Macedonian that Russian does not have. */
const notRussian = /[іїєґўђћјљњџѓќѕ]/;

/** More words do not make the answer better. */
export const mostWords = 100;
/** With less evidence, a name or a borrowed word would decide. */
const leastEvidence = 1.5;
/** The best score must be this many times as high as the next. */
const clearly = 1.25;

/** The weight of evidence for a language, by its index in `stemLanguages`. */
interface Vote {
  readonly language: number;
  readonly score: number;
}

/** The evidence of one word about the language of its text. */
export class LanguageSigns {
  readonly #word: string;
  /** Votes as one of the most frequent words of a language; null when it is none. */
  readonly byFrequency: readonly Vote[] | null;
  #byLetters: readonly Vote[] | null | undefined;
  #isForeign: boolean | undefined;

  constructor(word: string) {
    this.#word = word;
    const languages = languagesOfStopWord.get(word);
    // A word of one language is stronger evidence than one that several share.
    this.byFrequency =
      languages === undefined
        ? null
        : votesFor(languages, languages.length === 1 ? 1.5 : 1 / languages.length + 0.4);
  }

  /** Votes by letters, used only where frequent words do not decide; null: the word is of none of these languages. */
  get byLetters(): readonly Vote[] | null {
    if (this.#byLetters === undefined) this.#byLetters = votesOfLetters(this.#word);
    return this.#byLetters;
  }

  /**
   * Whether the word is stronger evidence for some other language than for English. A text without such words is in no other language,
   * because the language with the best score wins.
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
 * The language of a text, by its most frequent words and, where they do not decide, by its letters; null when neither decides, as in a
 * short heading, or when the language has no stemmer. Deterministic for the same words, as `splitWords` returns them.
 */
export function findLanguage(words: readonly string[]): StemLanguage | null {
  const first = words.slice(0, mostWords).map(signsOf);
  return languageBySigns(first.length, (place) => first[place] as LanguageSigns);
}

/** Texts use the same words again and again. */
const signsOf = recentlyAsked((word) => new LanguageSigns(word));

/** Reused for one text after the other. */
const scores = new Float64Array(stemLanguages.length);

/** The same by the evidence of the first words, at most `mostWords` of them. */
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

/** `unread`: words that have not been read. The more there are, the stronger the evidence of the others must be. */
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

/** How many of the longest leaves are read: a menu says little about the language of a page. */
const leavesToRead = 60;

/** Calls `read` with the places of the longest leaves, the longest first, until it has returned enough words. Overwrites `lengths`. */
export function readLongest(lengths: Int32Array, read: (place: number) => number): void {
  let words = 0;
  for (let count = 0; count < leavesToRead && words < mostWords; count++) {
    const place = placeOfLongest(lengths);
    if (place < 0) return;
    lengths[place] = -1;
    words += read(place);
  }
}

/** The first of the longest leaves; -1 when none is left. A few of them have enough words: sorting all would take longer. */
function placeOfLongest(lengths: Int32Array): number {
  let place = -1;
  let longest = -1;
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i] as number;
    if (length <= longest) continue;
    longest = length;
    place = i;
  }
  return place;
}

/** The language of a page as `detectorInputOf` finds it, from leaves for which no segments are made. Computed once, on demand. */
export class LeafLanguage {
  readonly #count: number;
  readonly #written: WrittenLeaves;
  readonly #signsOf: (leaf: number) => readonly LanguageSigns[];
  #number: number | undefined;

  /** `signsOf`: the evidence of the first words of a leaf, at most `mostWords`. */
  constructor(count: number, written: WrittenLeaves, signsOf: (leaf: number) => readonly LanguageSigns[]) {
    this.#count = count;
    this.#written = written;
    this.#signsOf = signsOf;
  }

  get language(): StemLanguage | null {
    return stemLanguages[this.number - 1] ?? null;
  }

  /** The same number as that of `PageLanguage`. */
  get number(): number {
    this.#number ??= this.#find();
    return this.#number;
  }

  #find(): number {
    const signs: LanguageSigns[] = [];
    readLongest(this.#lengths(), (leaf) => {
      const found = this.#signsOf(leaf);
      signs.push(...found);
      return found.length;
    });
    const words = Math.min(signs.length, mostWords);
    const language = languageBySigns(words, (place) => signs[place] as LanguageSigns);
    return language === null ? 0 : stemLanguages.indexOf(language) + 1;
  }

  /** In UTF-16 units, as strings count. */
  #lengths(): Int32Array {
    const { bytes } = this.#written;
    const lengthIn = isAscii(bytes) ? (from: number, to: number) => to - from : lengthAsText(bytes);
    const lengths = new Int32Array(this.#count);
    for (let leaf = 0; leaf < this.#count; leaf++)
      lengths[leaf] = lengthIn(this.#written.start(leaf), this.#written.end(leaf));
    return lengths;
  }
}

/** A character of four bytes is two units; one of fewer bytes is one. */
const lengthAsText = (bytes: Uint8Array) => (from: number, to: number) => {
  let length = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if ((byte & 0xc0) !== 0x80) length += byte >= 0xf0 ? 2 : 1;
  }
  return length;
};

/** The most frequent words of each language: they show the language of a text, and nothing of its subject. */
const lists: Readonly<Record<StemLanguage, string>> = {
  en: 'the of and to in a is that for it was on are as with his they at be this from have or had by not but what were when we there can an your which their said if will each about how up out them then she many some so these would other into has more her two like him see time could no make than been its who did get may over new after says',
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde wir ich ihr ihre kann gegen vom schon wenn habe seine ihm diese dieser sagte unter',
  fr: 'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont la avec ou son aux d l n s c qu y elle mais comme cette ses nous vous leur on été ont tout fait était être deux même aussi bien très sans ces entre après encore contre selon peut',
  es: 'de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese eso ante ellos e esto son fue ha han era años dos según si puede ser está cada será cual fueron parte sido dicha',
  it: 'di e il la che in un a per è una sono con del non le si da come i della nel al alla più gli anche dei lo ma delle se ha o dal nella ai questo su suo ad hanno sua loro essere stato era quando tra dopo ed degli cui due ancora dalla alle fatto questa sul molto senza tutti già',
  pt: 'de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos ter seus quem nas me esse eles estão você tinha foram são após segundo',
  nl: 'de van het een en in is dat op te zijn voor met die niet aan er om ook als dan maar bij of uit nog naar heeft hij worden door wordt over tot was had ze meer je we ik deze hun haar moet kan zo werd onder tegen hebben wat geen nu al veel toen waar alleen volgens jaar',
  ru: 'и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой весь год от так о для ты же все тот мочь вы человек такой его сказать только или ещё бы себя один как уже до время если сам когда другой вот говорить наш мой знать стать при чтобы дело жизнь было был была были их',
  pl: 'i w na z się nie do to że jest o a jak po od za co tym przez dla są ale te był tego być już tylko ich jego może która który które przy lub oraz ma ten jej też ze było była były tak bardzo czy tej będzie jednak gdy pod także można ma by roku przed po został została między nad nas sobie mnie kiedy więc we',
};

const languagesOf = new Map<string, readonly StemLanguage[]>();
for (const [language, words] of Object.entries(lists) as readonly (readonly [StemLanguage, string])[]) {
  for (const word of new Set(words.split(' ')))
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
}

/** The languages in which a word is one of the most frequent. */
const languagesOfStopWord: ReadonlyMap<string, readonly StemLanguage[]> = languagesOf;

export function isStopWord(word: string): boolean {
  return languagesOf.has(word);
}
