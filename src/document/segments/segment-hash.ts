/**
 * A token is a 64-bit number (the paper on segments and detectors, section III.A) in two lanes of 32 bits, so that no BigInt is needed. The ranges:
 * - `high` 0: a tag; `low` is its number, plus `endTagOffset` for an end tag;
 * - `high` 1: a special character; `low` is its code point;
 * - `high` with its top bit set: a word, by its hash. No dictionary has to be kept or shared between machines.
 */
export interface TokenId {
  readonly high: number;
  readonly low: number;
}

export const tagRange = 0;
export const signRange = 1;
export const endTagOffset = 0x1000;

/** Seeds of the two lanes of a word's hash. */
export const wordSeedHigh = 0x2f0b4a29;
export const wordSeedLow = 0x7c6e51d3;
export const wordStepHigh = 0x01000193;
export const wordStepLow = 0x85ebca6b;

/** Mixes a lane at the end of a word, so that similar words get very different ids (the finaliser of MurmurHash3). */
export function mixLane(lane: number): number {
  let mixed = lane ^ (lane >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** The id of a word given as text; `TokenWriter` computes the same while it reads the bytes. */
export function wordId(word: string): TokenId {
  let high = wordSeedHigh;
  let low = wordSeedLow;
  for (const byte of Buffer.from(word, 'utf8')) {
    high = Math.imul(high ^ byte, wordStepHigh);
    low = Math.imul(low + byte, wordStepLow) ^ (low >>> 15);
  }
  return { high: (mixLane(high) | 0x80000000) >>> 0, low: mixLane(low ^ high) >>> 0 };
}

/**
 * Formula (1) of that paper, section III.B: the sum of seg[i] * 31^(n-1-i) in 64 bits. For each token the sum is multiplied by 31,
 * and the token is added. 31 times is 32 times less once, which two lanes of integers can do with shifts. Borrow and carry come from the top bits,
 * without a branch: a processor would mispredict it half of the time.
 */
export class SegmentHash {
  high = 0;
  low = 0;

  reset(): void {
    this.high = 0;
    this.low = 0;
  }

  add(high: number, low: number): void {
    const low32 = this.low << 5;
    const low31 = (low32 - this.low) | 0;
    const borrow = ((~low32 & this.low) | (~(low32 ^ this.low) & low31)) >>> 31;
    const high31 = (this.high << 5) + (this.low >>> 27) - this.high - borrow;
    const sum = (low31 + low) | 0;
    const carry = ((low31 & low) | ((low31 | low) & ~sum)) >>> 31;
    this.high = (high31 + high + carry) | 0;
    this.low = sum;
  }
}

export function hashOfTokens(tokens: Iterable<TokenId>): TokenId {
  const hash = new SegmentHash();
  for (const { high, low } of tokens) hash.add(high, low);
  return { high: hash.high >>> 0, low: hash.low >>> 0 };
}

/** 16 hexadecimal digits. */
export function hashText({ high, low }: TokenId): string {
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
