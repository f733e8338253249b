import { type Leaves, type Segment, segmentsVersion, type TokenId } from '../document/index.ts';
import { TrackError } from './errors.ts';
import { HashMemory, type MemoryFormat } from './hash-memory.ts';

const format: MemoryFormat = { version: segmentsVersion, most: 20_000 };

/**
 * The hash of every segment that a page ever had (C3): detectors have read those, and only read new ones. The hashes are
 * in the order in which they were first seen, so that the oldest can be forgotten.
 */
export class SeenMemory {
  readonly #hashes: HashMemory;

  private constructor(hashes: HashMemory) {
    this.#hashes = hashes;
  }

  static readonly empty = new SeenMemory(new HashMemory(format));

  get size(): number {
    return this.#hashes.size;
  }

  has(segment: TokenId): boolean {
    return this.#hashes.has(segment);
  }

  /** The segments that detectors have to read. */
  unseen(segments: readonly Segment[]): readonly Segment[] {
    return segments.filter((segment) => !this.has(segment));
  }

  /** A memory that has these as well. */
  with(segments: readonly TokenId[]): SeenMemory {
    const all = this.#hashes.with(segments);
    return all === this.#hashes ? this : new SeenMemory(all);
  }

  /** The same for all leaves of a page. Of a page with more than are kept, only the last ones are looked at. */
  withLeaves(leaves: Leaves): SeenMemory {
    if (leaves.length <= format.most) return this.with(leaves.segments);
    const found = new Map<number, TokenId>();
    for (let leaf = leaves.length - 1; leaf >= 0 && found.size < format.most; leaf--) {
      const hash = { high: leaves.high(leaf) >>> 0, low: leaves.low(leaf) >>> 0 };
      found.set(hash.high * 0x20_0000 + (hash.low >>> 11), hash);
    }
    return this.with([...found.values()].reverse());
  }

  toBytes(): Uint8Array {
    return this.#hashes.toBytes();
  }

  /** Null when the hashes are of another version. */
  static fromBytes(bytes: Uint8Array): SeenMemory | null {
    try {
      const hashes = HashMemory.fromBytes(format, bytes);
      return hashes === null ? null : new SeenMemory(hashes);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new TrackError(
        'TRACK_MEMORY_BROKEN',
        `A page's memory of seen segments ${error.message}. Delete it: detectors will then read the whole page once more.`,
        error,
      );
    }
  }
}
