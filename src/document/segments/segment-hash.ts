import type { TokenId } from './token-id.ts';

/**
 * Formula (1) of C, section III.B: the sum of seg[i] * 31^(n-1-i) in 64 bits, one token after the other: what is there
 * times 31, plus the next. Times 31 is 32 times less one, which two lanes of integers can do without a product. What one lane
 * borrows from the other or carries over is read off the top bits: it is as good as random, and a branch on it would be
 * guessed wrong every other time.
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
