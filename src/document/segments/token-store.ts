/**
 * The tokens of a page: its text as UTF-8, and two numbers per token, its start and end in that text. For a tag they are
 * the complement of its number, which is negative, and its position.
 */
export interface TokenStore {
  readonly text: Buffer;
  readonly tokens: Int32Array;
}

/** The place of a leaf in the store, and its hash. */
export interface LeafRange {
  readonly textStart: number;
  readonly textEnd: number;
  readonly firstToken: number;
  readonly endToken: number;
  /** The two lanes of the hash, signed: each number above 2^31 would be an object of its own in memory. */
  readonly high: number;
  readonly low: number;
}

/** How many numbers a token takes in the store. */
export const tokenStride = 2;
