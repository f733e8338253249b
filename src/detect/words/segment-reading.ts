import { getOrInsert, increment } from '../../base/index.ts';
import type { DetectorInput } from '../model/detector-input.ts';
import { isStemLanguage, type StemLanguage, type Stemmers } from '../stem/stemmers.ts';
import { findLanguage, isStopWord } from './find-language.ts';
import { type SplitText, splitWords } from './split-words.ts';

/** Where a sentence begins in the text, and the character after it. */
interface Sentence {
  readonly start: number;
  readonly end: number;
}

/** Words with their weights: the weight grows with each occurrence, but less each time. */
export interface TellingWords {
  readonly weights: ReadonlyMap<string, number>;
  readonly sumOfSquares: number;
}

/** A text as detectors read it. Each part is computed when a detector first asks for it, and once for all of them. */
export class SegmentReading {
  readonly text: string;
  readonly #page: Pick<DetectorInput, 'language'>;
  readonly #stemmers: Stemmers;
  #split: SplitText | undefined;
  #sentences: readonly Sentence[] | undefined;
  #language: StemLanguage | null | undefined;
  readonly #stems = new Map<StemLanguage, readonly string[]>();
  readonly #places = new Map<readonly string[], ReadonlyMap<string, readonly number[]>>();
  readonly #telling = new Map<readonly string[], TellingWords>();

  constructor(text: string, page: Pick<DetectorInput, 'language'>, stemmers: Stemmers) {
    this.text = text;
    this.#page = page;
    this.#stemmers = stemmers;
  }

  get split(): SplitText {
    this.#split ??= splitWords(this.text);
    return this.#split;
  }

  get words(): readonly string[] {
    return this.split.words;
  }

  get sentences(): readonly Sentence[] {
    this.#sentences ??= splitSentences(this.text);
    return this.#sentences;
  }

  /** Its own language, or that of the page when it is too short to show one; null when that has no stemmer either. */
  get language(): StemLanguage | null {
    if (this.#language === undefined) {
      this.#language = findLanguage(this.words) ?? this.#languageOfPage();
    }
    return this.#language;
  }

  #languageOfPage(): StemLanguage | null {
    const { language } = this.#page;
    return language !== null && isStemLanguage(language) ? language : null;
  }

  /** The stem of each word. `language` null: use the language of the text; the words themselves when that is not known. */
  stems(language: StemLanguage | null): readonly string[] {
    const chosen = language ?? this.language;
    if (chosen === null) return this.words;
    return getOrInsert(this.#stems, chosen, () => this.words.map(this.#stemmers.of(chosen)));
  }

  /** The places of a word in a list of this reading (words or stems). */
  placesIn(list: readonly string[], word: string): readonly number[] {
    if (list.length <= shortText) return placesByLooking(list, word);
    const places = getOrInsert(this.#places, list, () =>
      Map.groupBy(list.keys(), (place) => list[place] as string),
    );
    return places.get(word) ?? [];
  }

  /** How much each word of a list of this reading says about its subject: the most frequent words of a language say nothing. */
  tellingWords(list: readonly string[]): TellingWords {
    return getOrInsert(this.#telling, list, () => this.#weigh(list));
  }

  #weigh(list: readonly string[]): TellingWords {
    const counts = new Map<string, number>();
    for (const [place, word] of list.entries())
      if (!isStopWord(this.words[place] ?? '')) increment(counts, word);
    const weights = new Map<string, number>();
    let sumOfSquares = 0;
    for (const [word, count] of counts) {
      const weight = 1 + Math.log(count);
      weights.set(word, weight);
      sumOfSquares += weight * weight;
    }
    return { weights, sumOfSquares };
  }

  /** The number of the sentence in which a character stands. */
  sentenceAt(character: number): number {
    const found = this.sentences.findIndex(({ end }) => character < end);
    return found < 0 ? this.sentences.length - 1 : found;
  }

  sentenceText(number: number): string {
    const sentence = this.sentences[number];
    return sentence === undefined ? this.text : this.text.slice(sentence.start, sentence.end).trim();
  }
}

/** In a text of at most this many words, a search is faster than making an index of places. */
const shortText = 64;
const nowhere: readonly number[] = [];

function placesByLooking(list: readonly string[], word: string): readonly number[] {
  let at = list.indexOf(word);
  if (at < 0) return nowhere;
  const places: number[] = [];
  for (; at >= 0; at = list.indexOf(word, at + 1)) places.push(at);
  return places;
}

/** Signs that may end a sentence, and what closes quotes and brackets after them. */
const ending = /([.!?…]+)["'”’»“)\]]*|([。！？｡؟۔।]+)["'”’»)」』）】]*/gu;

/**
 * The sentences of a text, without gaps but for spaces. A full stop within a number, an address, an abbreviation or after an initial ends nothing.
 * Thai has no sign for the end of a sentence: there the whole text is one.
 */
export function splitSentences(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const add = (end: number): void => {
    if (text.slice(start, end).trim() !== '') sentences.push({ start, end });
    start = end;
    while (text.charAt(start) === ' ') start++;
  };
  for (const match of text.matchAll(ending)) {
    const [whole, signs] = match;
    const after = match.index + whole.length;
    // Signs of other scripts always end a sentence.
    if (signs === undefined || endsHere(text, match.index, signs, after)) add(after);
  }
  if (start < text.length) add(text.length);
  return sentences;
}

function endsHere(text: string, at: number, signs: string, after: number): boolean {
  if (after >= text.length) return true;
  if (text.charAt(after) !== ' ') return false;
  const next = /^[\s"'“„«‚‘([]*(\S+)/u.exec(text.slice(after, after + 60))?.[1] ?? '';
  // "Really?" he asked.
  if (/^\p{Ll}/u.test(next)) return false;
  return signs === '.' ? isFullStop(wordBefore(text, at), next) : true;
}

/** The word before a sign, with the full stops inside it: `z.B`. */
function wordBefore(text: string, at: number): string {
  return /[\p{L}\p{N}\p{M}§.-]*$/u.exec(text.slice(Math.max(0, at - 30), at))?.[0] ?? '';
}

function isFullStop(written: string, next: string): boolean {
  // An initial: J. Kowalski, J.R.R. Tolkien; also the first half of "z. B.".
  if (/^(?:\p{L}\.)*\p{Lu}$/u.test(written) || /^(?:z|d|u|o|т)$/u.test(written)) return false;
  const before = written.toLowerCase();
  if (beforeAName.has(before)) return false;
  if (beforeANumber.has(before)) return !/^\p{N}/u.test(next);
  if (mayEndSentence.has(before)) return /^\p{Lu}/u.test(next);
  if (/^\d{1,2}$/.test(before)) return !months.has(next.toLowerCase().replace(/\W+$/u, ''));
  return true;
}

// Abbreviations of nine languages in one list: a text may quote another language, and the language of a short text is not known.

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** A full stop after these never ends a sentence: a name or another word follows. */
const beforeAName = list(
  'mr mrs ms mx dr prof st rev hon gen col capt lt sgt sen rep gov pres mme mlle me mgr sr sra dra dna sig sigg dott ' +
    'hr fr frl dhr mevr drs ir ing mag pan pani ks bp abp św płk gen kpt inż mgr red ul al pl os г ул пр им акад проф ' +
    'e.g i.e cf vs viz approx z.b d.h u.a z.t bzw vgl ca evtl ggf inkl zzgl sog np tzn tj m.in wg ds im tzw ok por zob ' +
    'p.ex c.-à-d env ej p.ej aprox ad.es bijv o.a d.w.z m.a.w т.е напр см',
);

/** Abbreviations only before a number: "no. 7" is a number, and "She said no." is a sentence. */
const beforeANumber = list(
  'no nos nr nrs num núm n p pp pg s ss str art arts fig figs abb abs abt ch chap sec vol ust poz pkt par § tel ext bd тел стр рис ст п',
);

/** These may also end a sentence: only if a capital letter follows. */
const mayEndSentence = list(
  'etc inc ltd co corp jr sr a.m p.m u.s u.k e.u usw etc u.s.w itd itp proc tys mln mld godz zł gr r w jh ecc cía ltda enz и.т.д т.д т.п руб млн млрд г гг',
);

/** After the number of a day: "3. Mai", "12. grudnia". */
const months = list(
  'januar jänner februar märz april mai juni juli august september oktober november dezember ' +
    'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
);
