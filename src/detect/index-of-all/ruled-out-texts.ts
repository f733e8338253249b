import type { IndexedText } from './indexed-text.ts';

/** Powers of two. Two numbers each: 2 MB are as many as a large site has different texts. */
const fewestSlots = 1 << 10;
const mostSlots = 1 << 18;

/**
 * Remembers texts in which no detector can find anything: menus and the like stand on all pages of a site. One that falls on
 * the place of another replaces it, so it may forget, but it takes no text for another one.
 */
export class RuledOutTexts {
  #hashes = new Int32Array(2 * fewestSlots);
  #slots = fewestSlots;
  #added = 0;

  /** `language`: of its page, by a number. A text that does not tell its own has the words of that one. */
  has({ high, low }: Pick<IndexedText, 'high' | 'low'>, language: number): boolean {
    const at = this.#placeOf(high, language);
    return this.#hashes[at] === (high | 0) && this.#hashes[at + 1] === mixed(low, language);
  }

  add({ high, low }: Pick<IndexedText, 'high' | 'low'>, language: number): void {
    // What it forgets when it grows comes again, if it is worth remembering.
    if (++this.#added > this.#slots / 2 && this.#slots < mostSlots) this.#grow();
    const at = this.#placeOf(high, language);
    this.#hashes[at] = high | 0;
    this.#hashes[at + 1] = mixed(low, language);
  }

  #grow(): void {
    this.#slots *= 16;
    this.#hashes = new Int32Array(2 * this.#slots);
    this.#added = 0;
  }

  #placeOf(high: number, language: number): number {
    return 2 * ((high ^ (high >>> 13) ^ language) & (this.#slots - 1));
  }
}

const mixed = (low: number, language: number): number => low ^ Math.imul(language, 0x9e3779b1);
