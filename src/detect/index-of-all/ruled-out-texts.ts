import type { IndexedText } from './indexed-text.ts';

/** A power of two. Two numbers each: half a megabyte. */
const slots = 1 << 16;

/**
 * Remembers segments in which no detector can find anything: menus and the like stand on all pages of a site. One that falls on
 * the place of another replaces it, so it may forget, but it takes no segment for another one.
 */
export class RuledOutTexts {
  readonly #hashes = new Int32Array(2 * slots);

  /** `language`: of its page, by a number. A text that does not tell its own has the words of that one. */
  has({ high, low }: Pick<IndexedText, 'high' | 'low'>, language: number): boolean {
    const at = placeOf(high, language);
    return this.#hashes[at] === (high | 0) && this.#hashes[at + 1] === mixed(low, language);
  }

  add({ high, low }: Pick<IndexedText, 'high' | 'low'>, language: number): void {
    const at = placeOf(high, language);
    this.#hashes[at] = high | 0;
    this.#hashes[at + 1] = mixed(low, language);
  }
}

const placeOf = (high: number, language: number): number =>
  2 * ((high ^ (high >>> 13) ^ language) & (slots - 1));

const mixed = (low: number, language: number): number => low ^ Math.imul(language, 0x9e3779b1);
