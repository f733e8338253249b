import type { TokenId } from '../../document/index.ts';
import { HashMemory, type MemoryFormat } from '../../track/index.ts';
import { DetectError } from '../errors.ts';

/** `version` increases when the hashes of results change. */
const format: MemoryFormat = { version: 1, most: 20_000 };

/**
 * What the detectors have reported about a page: for each detector, the words of the segments in which it found something. A result is
 * reported again only when its surroundings changed, that is, when its segment has other words; never because of mark-up, a move, or
 * because the segment was gone for a while. The memory belongs to the page, not to its address: a rename changes nothing.
 */
export class ResultsMemory {
  readonly #reported: HashMemory;

  private constructor(reported: HashMemory) {
    this.#reported = reported;
  }

  static readonly empty = new ResultsMemory(new HashMemory(format));

  get size(): number {
    return this.#reported.size;
  }

  has(result: TokenId): boolean {
    return this.#reported.has(result);
  }

  /** A memory that also has these results; the same object when there is nothing new. */
  with(results: readonly TokenId[]): ResultsMemory {
    const reported = this.#reported.with(results);
    return reported === this.#reported ? this : new ResultsMemory(reported);
  }

  toBytes(): Uint8Array {
    return this.#reported.toBytes();
  }

  /** Null when another version stored the results. */
  static fromBytes(bytes: Uint8Array): ResultsMemory | null {
    try {
      const reported = HashMemory.fromBytes(format, bytes);
      return reported === null ? null : new ResultsMemory(reported);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new DetectError(
        'DETECT_MEMORY_BROKEN',
        `A page's memory of results ${error.message}. Delete it: what is on the page now may then be reported once more.`,
        error,
      );
    }
  }
}
