import { normalizedOrNull } from '../../normalize/normalize-url.ts';

/** Enough links to see what is volatile; a longer list only repeats it. */
export const SAMPLE = 400;

/**
 * A sample of two long lists in which both links of a pair are chosen or neither is. Links are chosen by a hash of the words that both lists have, so
 * session ids do not matter. Short lists stay whole.
 */
export function sampleLinks(
  a: readonly string[],
  b: readonly string[],
): { readonly a: readonly string[]; readonly b: readonly string[] } {
  const every = Math.ceil(Math.max(a.length, b.length) / SAMPLE);
  if (every <= 1) return { a, b };
  const [knownA, knownB] = [wordsOf(a), wordsOf(b)];
  const isChosen = (url: string) => {
    let key = 0;
    eachWord(url, (word) => {
      if (knownA.has(word) && knownB.has(word)) key = (Math.imul(key, 31) + word) | 0;
    });
    return spread(key) % every === 0;
  };
  return { a: a.filter(isChosen), b: b.filter(isChosen) };
}

function wordsOf(urls: readonly string[]): NumberSet {
  const words = new NumberSet();
  const add = (word: number) => words.add(word);
  for (const url of urls) eachWord(url, add);
  return words;
}

/** A hash of each run of letters and digits. */
function eachWord(url: string, take: (word: number) => void): void {
  let hash = 0;
  let length = 0;
  for (let i = 0; i < url.length; i++) {
    const code = url.charCodeAt(i);
    if ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)) {
      hash = (Math.imul(hash, 31) + code) | 0;
      length++;
    } else if (length > 0) {
      take(hash);
      hash = 0;
      length = 0;
    }
  }
  if (length > 0) take(hash);
}

/** Mixes the bits of a key, so that similar keys are not chosen together. */
function spread(key: number): number {
  return Math.imul(key ^ (key >>> 15), 0x2c1b3c6d) >>> 8;
}

/** A set of 32-bit numbers in one typed array: several times faster than a Set for hundreds of thousands of them. */
export class NumberSet {
  #slots = new Int32Array(1 << 12);
  #size = 0;
  /** Free slots hold 0, so whether the set has 0 itself is stored here. */
  #hasZero = false;

  has(value: number): boolean {
    return value === 0 ? this.#hasZero : this.#slots[this.#slotOf(value)] === value;
  }

  add(value: number): void {
    if (value === 0) {
      this.#hasZero = true;
      return;
    }
    const slot = this.#slotOf(value);
    if (this.#slots[slot] === value) return;
    this.#slots[slot] = value;
    this.#size++;
    if (this.#size * 2 > this.#slots.length) this.#grow();
  }

  /** Where the value is, or the free slot where it belongs. */
  #slotOf(value: number): number {
    const mask = this.#slots.length - 1;
    let slot = Math.imul(value, 0x9e3779b1) >>> 7;
    for (slot &= mask; this.#slots[slot] !== 0 && this.#slots[slot] !== value; ) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(before.length * 2);
    for (const value of before) if (value !== 0) this.#slots[this.#slotOf(value)] = value;
  }
}

/** Each link once, normalised; anything that is not a URL is left out. */
export function comparableLinks(links: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  for (const link of links) {
    const url = normalizedOrNull(link);
    if (url !== null) seen.add(url);
  }
  return [...seen];
}
