import { type Segment, segmentsVersion, type TokenId } from '../document/index.ts';
import { TrackError } from './errors.ts';

/** Beyond this many the oldest are forgotten: a page with new words at every visit must not grow for ever. */
const mostHashes = 20_000;
const header = 2;
const bytesPerHash = 8;

/**
 * The hash of every segment that a page ever had (C3): detectors have read those, and only read new ones. The hashes are
 * in the order in which they were first seen, so that the oldest can be forgotten.
 */
export class SeenMemory {
  /** By a key of 53 bits, the most that a number holds exactly; the value has all 64. */
  readonly #hashes: ReadonlyMap<number, TokenId>;

  private constructor(hashes: ReadonlyMap<number, TokenId>) {
    this.#hashes = hashes;
  }

  static readonly empty = new SeenMemory(new Map());

  get size(): number {
    return this.#hashes.size;
  }

  has(segment: TokenId): boolean {
    return this.#hashes.get(keyOf(segment))?.high === segment.high;
  }

  /** The segments that detectors have to read. */
  unseen(segments: readonly Segment[]): readonly Segment[] {
    return segments.filter((segment) => !this.has(segment));
  }

  /** A memory that has these as well. */
  with(segments: readonly TokenId[]): SeenMemory {
    const fresh = segments.filter((segment) => !this.has(segment));
    if (fresh.length === 0) return this;
    const all = new Map(this.#hashes);
    for (const { high, low } of fresh) all.set(keyOf({ high, low }), { high, low });
    return new SeenMemory(all.size <= mostHashes ? all : new Map([...all].slice(-mostHashes)));
  }

  /** 2 bytes for the version, then 8 for each hash. */
  toBytes(): Uint8Array {
    const bytes = Buffer.alloc(header + this.#hashes.size * bytesPerHash);
    bytes.writeUInt16BE(segmentsVersion, 0);
    let at = header;
    for (const { high, low } of this.#hashes.values()) {
      at = bytes.writeUInt32BE(high, at);
      at = bytes.writeUInt32BE(low, at);
    }
    return bytes;
  }

  /** Null when the hashes are of another version. */
  static fromBytes(bytes: Uint8Array): SeenMemory | null {
    const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (stored.length < header || (stored.length - header) % bytesPerHash !== 0) {
      throw new TrackError(
        'TRACK_MEMORY_BROKEN',
        `A page's memory of seen segments has ${stored.length} bytes, which is not a whole number of hashes. Delete it: detectors will then read the whole page once more.`,
      );
    }
    if (stored.readUInt16BE(0) !== segmentsVersion) return null;
    const hashes: TokenId[] = [];
    for (let at = header; at < stored.length; at += bytesPerHash) {
      hashes.push({ high: stored.readUInt32BE(at), low: stored.readUInt32BE(at + 4) });
    }
    return SeenMemory.empty.with(hashes);
  }
}

function keyOf({ high, low }: TokenId): number {
  return (high & 0x1fffff) * 0x1_0000_0000 + low;
}
