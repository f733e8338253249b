/** Counters of 8 bits, four in a word, are full after so many votes. */
const MOST_VOTES = 255;
/** For half a byte, the votes for its bits: the lowest in the lowest byte. */
const lanes = Uint32Array.from(
  { length: 16 },
  (_, half) => (half & 1) | ((half & 2) << 7) | ((half & 4) << 14) | ((half & 8) << 21),
);

/**
 * The 64-bit Crawlhash (D2) of a text over pairs of words, for pages as they are crawled: no string is made for a word, and four bits
 * are counted at once. Unlike in `crawlhash`, what occurs twice counts twice. Fingerprints of the two are not comparable.
 */
export function crawlhashOfText(text: string): Uint32Array {
  const votes = new Votes();
  let [before, beforeToo] = [0, 0];
  let [word, wordToo] = [0, 0];
  for (let i = 0; i <= text.length; i++) {
    const code = i === text.length ? 32 : text.charCodeAt(i);
    if (code > 32 && code !== 0xa0) {
      word = Math.imul(word ^ code, 0x01000193);
      wordToo = Math.imul(wordToo, 31) + code;
    } else if (word !== 0 || wordToo !== 0) {
      votes.add(
        mixed(before ^ Math.imul(word, 0x9e3779b1)),
        mixed(beforeToo + Math.imul(wordToo, 0x85ebca77)),
      );
      [before, beforeToo] = [word, wordToo];
      [word, wordToo] = [0, 0];
    }
  }
  return votes.result();
}

/** Spreads the bits of a hash: neighbouring words must not vote alike. */
function mixed(hash: number): number {
  let mix = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  mix = Math.imul(mix ^ (mix >>> 15), 0x846ca68b);
  return (mix ^ (mix >>> 16)) >>> 0;
}

class Votes {
  readonly #counters = new Uint32Array(16);
  readonly #totals = new Float64Array(64);
  #given = 0;
  #all = 0;

  add(high: number, low: number): void {
    const counters = this.#counters;
    for (let half = 0; half < 8; half++) {
      counters[half] = (counters[half] as number) + (lanes[(high >>> (4 * half)) & 15] as number);
      counters[half + 8] = (counters[half + 8] as number) + (lanes[(low >>> (4 * half)) & 15] as number);
    }
    this.#all++;
    if (++this.#given === MOST_VOTES) this.#empty();
  }

  result(): Uint32Array {
    this.#empty();
    const words = new Uint32Array(2);
    for (const [bit, total] of this.#totals.entries()) {
      if (2 * total > this.#all) words[bit >> 5] = ((words[bit >> 5] as number) | (1 << (bit & 31))) >>> 0;
    }
    return words;
  }

  #empty(): void {
    for (let bit = 0; bit < 64; bit++) {
      const counter = this.#counters[bit >> 2] as number;
      this.#totals[bit] = (this.#totals[bit] as number) + ((counter >>> (8 * (bit & 3))) & 255);
    }
    this.#counters.fill(0);
    this.#given = 0;
  }
}
