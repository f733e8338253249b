import { type Segment, segmentsVersion, type TokenId } from '../document/index.ts';
import { TrackError } from './errors.ts';

/** Older leaves are forgotten beyond this many: a page whose every visit brings new words must not grow for ever. */
const mostHashes = 20_000;
const header = 2;
const bytesPerHash = 8;

/**
 * Every leaf hash that a page ever had (C3). What is in here was read by the detectors before. Kept in the order in
 * which they were first seen, so that the oldest can be forgotten; 8 bytes each and 2 before them.
 */
export class SeenMemory {
  /** High lanes by a key of 53 bits, the most that a number holds exactly. */
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

  /** The leaves that the detectors have to read. */
  unseen(segments: readonly Segment[]): readonly Segment[] {
    return segments.filter((segment) => !this.has(segment));
  }

  /** A memory that knows these as well. */
  with(segments: readonly TokenId[]): SeenMemory {
    const fresh = segments.filter((segment) => !this.has(segment));
    if (fresh.length === 0) return this;
    const all = new Map(this.#hashes);
    for (const { high, low } of fresh) all.set(keyOf({ high, low }), { high, low });
    return new SeenMemory(all.size <= mostHashes ? all : new Map([...all].slice(-mostHashes)));
  }

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

  /** Null when the hashes are of another version: then the memory is built again from the stored bodies. */
  static fromBytes(bytes: Uint8Array): SeenMemory | null {
    const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (stored.length < header || (stored.length - header) % bytesPerHash !== 0) {
      throw new TrackError(
        'TRACK_MEMORY_BROKEN',
        `A page's memory of seen segments has ${stored.length} bytes, which is no whole number of hashes. Delete it: detectors then read the whole page once more.`,
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
