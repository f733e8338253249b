import { FingerprintError } from '../errors.ts';
import { hashHalves, javaHashCode } from '../hash/hash-text.ts';
import {
  checkComparable,
  distinctFeatures,
  type FeatureOptions,
  featuresOf,
  type NearDuplicates,
  nearDuplicates,
} from './near-duplicates.ts';

export interface CrawlhashOptions extends FeatureOptions {
  /** 32 as published, 64 for large collections. Default: 32. */
  readonly bits?: 32 | 64;
}

/**
 * SimHash (section 8.1.2 of the paper on near-duplicate states). Each feature votes on every bit; a bit is set when the votes for it outweigh those against it. The
 * fingerprint is one or two words of 32 bits, the highest first. The distance is the number of bits that differ, and the
 * usual threshold is 3 (figure 9: 2 to 4 for small features), 6 of 64.
 */
export function crawlhash(options: CrawlhashOptions = {}): NearDuplicates<Uint32Array> {
  const { bits = 32 } = options;
  if (bits !== 32 && bits !== 64) {
    throw new FingerprintError('FINGERPRINT_OPTION_INVALID', `crawlhash: ${bits} bits; there are 32 and 64`);
  }
  const features = featuresOf(options);
  return nearDuplicates({
    name: `crawlhash${bits} of ${features.name}`,
    threshold: options.threshold ?? (bits === 32 ? 3 : 6),
    farthest: bits,
    fingerprint(content) {
      const votes = new Float64Array(bits);
      for (const [text, weight] of distinctFeatures(features, content)) {
        if (bits === 32) vote(votes, 0, javaHashCode(text), weight);
        else {
          const { high, low } = hashHalves(text);
          vote(votes, 0, high, weight);
          vote(votes, 32, low, weight);
        }
      }
      return Uint32Array.from({ length: bits / 32 }, (_, word) => wordOf(votes, 32 * word));
    },
    distance: hammingDistance,
  });
}

function vote(votes: Float64Array, from: number, hash: number, weight: number): void {
  for (let bit = 0; bit < 32; bit++) {
    const place = from + bit;
    votes[place] = (votes[place] as number) + ((hash >>> (31 - bit)) & 1 ? weight : -weight);
  }
}

function wordOf(votes: Float64Array, from: number): number {
  let word = 0;
  for (let bit = 0; bit < 32; bit++) word = (word << 1) | ((votes[from + bit] as number) > 0 ? 1 : 0);
  return word >>> 0;
}

/** The number of bits that differ. */
export function hammingDistance(a: Uint32Array, b: Uint32Array): number {
  checkComparable(a, b);
  let distance = 0;
  for (let i = 0; i < a.length; i++) distance += bitCount((a[i] as number) ^ (b[i] as number));
  return distance;
}

/** How many bits of a 32-bit word are set: neighbours are added up in pairs, fours and eights, then all bytes at once. */
export function bitCount(word: number): number {
  let sum = word - ((word >>> 1) & 0x5555_5555);
  sum = (sum & 0x3333_3333) + ((sum >>> 2) & 0x3333_3333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** A fingerprint as zeros and ones, as the paper prints it. */
export function bitsOf(fingerprint: Uint32Array): string {
  return Array.from(fingerprint, (word) => word.toString(2).padStart(32, '0')).join('');
}

/** Votes after which counters of 8 bits, four in a word, are full. */
const MOST_VOTES = 255;
/** For each half byte, the votes for its bits: the lowest bit in the lowest byte. */
const lanes = Uint32Array.from(
  { length: 16 },
  (_, half) => (half & 1) | ((half & 2) << 7) | ((half & 4) << 14) | ((half & 8) << 21),
);

/**
 * The 64-bit Crawlhash of a text over pairs of words, for pages as they are crawled: no string is made for a word, and four bits
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
