/**
 * What a page's tokens are kept in: text as UTF-8, and two numbers a token: where it starts and ends in that text; for a
 * tag the complement of its number, which is negative, and where it stands.
 */
export interface TokenStore {
  readonly text: Buffer;
  readonly tokens: Int32Array;
}

/** Where a leaf stands in the store, and its hash. */
export interface LeafRange {
  readonly textStart: number;
  readonly textEnd: number;
  readonly firstToken: number;
  readonly endToken: number;
  /** The two lanes of the hash, signed: numbers above 2^31 would take a place of their own in memory. */
  readonly high: number;
  readonly low: number;
}

/** Numbers that a token takes in the store. */
export const tokenStride = 2;
