import type { DetectorNews } from '../model/page-news.ts';
import { isStemLanguage, type StemLanguage, type Stemmers } from '../stem/stemmers.ts';
import { findLanguage } from './find-language.ts';
import { type Sentence, splitSentences } from './split-sentences.ts';
import { type SplitText, splitWords } from './split-words.ts';
import { isStopWord } from './stop-words.ts';

/** Words with their weights: more for each time that they occur, but ever less. */
export interface TellingWords {
  readonly weights: ReadonlyMap<string, number>;
  readonly sumOfSquares: number;
}

/** A text as detectors read it. Each part is computed when a detector first asks for it, and once for all of them. */
export class SegmentReading {
  readonly text: string;
  readonly #page: Pick<DetectorNews, 'language'>;
  readonly #stemmers: Stemmers;
  #split: SplitText | undefined;
  #sentences: readonly Sentence[] | undefined;
  #language: StemLanguage | null | undefined;
  readonly #stems = new Map<StemLanguage, readonly string[]>();
  readonly #places = new Map<readonly string[], ReadonlyMap<string, readonly number[]>>();
  readonly #telling = new Map<readonly string[], TellingWords>();

  constructor(text: string, page: Pick<DetectorNews, 'language'>, stemmers: Stemmers) {
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

  /** Its own language, or that of the page when it is too short to tell; null when that has no stemmer either. */
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

  /** The stem of each word. `language` null: that of the text; the words themselves when it is not known. */
  stems(language: StemLanguage | null): readonly string[] {
    const chosen = language ?? this.language;
    if (chosen === null) return this.words;
    const known = this.#stems.get(chosen);
    if (known !== undefined) return known;
    const stem = this.#stemmers.of(chosen);
    const stems = this.words.map(stem);
    this.#stems.set(chosen, stems);
    return stems;
  }

  /** The places of a word in a list of this reading, words or stems. */
  placesIn(list: readonly string[], word: string): readonly number[] {
    if (list.length <= shortText) return placesByLooking(list, word);
    let places = this.#places.get(list);
    if (places === undefined) {
      const found = new Map<string, number[]>();
      for (const [place, each] of list.entries()) {
        const before = found.get(each);
        if (before === undefined) found.set(each, [place]);
        else before.push(place);
      }
      places = found;
      this.#places.set(list, places);
    }
    return places.get(word) ?? [];
  }

  /** How much each word of a list of this reading says about its subject: the most frequent words of a language say nothing. */
  tellingWords(list: readonly string[]): TellingWords {
    const known = this.#telling.get(list);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (const [place, word] of list.entries()) {
      if (!isStopWord(this.words[place] ?? '')) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const weights = new Map<string, number>();
    let sumOfSquares = 0;
    for (const [word, count] of counts) {
      const weight = 1 + Math.log(count);
      weights.set(word, weight);
      sumOfSquares += weight * weight;
    }
    const telling = { weights, sumOfSquares };
    this.#telling.set(list, telling);
    return telling;
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

/** In a text of so few words it is quicker to look than to make a list of places. */
const shortText = 64;
const nowhere: readonly number[] = [];

function placesByLooking(list: readonly string[], word: string): readonly number[] {
  let at = list.indexOf(word);
  if (at < 0) return nowhere;
  const places: number[] = [];
  for (; at >= 0; at = list.indexOf(word, at + 1)) places.push(at);
  return places;
}
