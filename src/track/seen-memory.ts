import { type Leaves, type Segment, segmentsVersion, type TokenId } from '../document/index.ts';
import { TrackError } from './errors.ts';

const header = 2;
const bytesPerHash = 8;

/** Which hashes a memory keeps. */
export interface MemoryFormat {
  /** Hashes of another version cannot be compared. */
  readonly version: number;
  /** Beyond this many the oldest are forgotten: a page with something new at every visit must not grow for ever. */
  readonly most: number;
}

/** Hashes of 64 bits in the order in which they were first seen. A value: adding makes a new one. */
export class HashMemory {
  readonly #format: MemoryFormat;
  /** By a key of 53 bits, the most that a number holds exactly; the value has all 64. */
  readonly #hashes: ReadonlyMap<number, TokenId>;

  constructor(format: MemoryFormat, hashes: ReadonlyMap<number, TokenId> = new Map()) {
    this.#format = format;
    this.#hashes = hashes;
  }

  get size(): number {
    return this.#hashes.size;
  }

  has(hash: TokenId): boolean {
    return this.#hashes.get(keyOf(hash))?.high === hash.high;
  }

  /** A memory that has these as well; the same one when there is nothing new. */
  with(hashes: readonly TokenId[]): HashMemory {
    const fresh = hashes.filter((hash) => !this.has(hash));
    if (fresh.length === 0) return this;
    const all = new Map(this.#hashes);
    for (const { high, low } of fresh) all.set(keyOf({ high, low }), { high, low });
    const { most } = this.#format;
    return new HashMemory(this.#format, all.size <= most ? all : new Map([...all].slice(-most)));
  }

  /** 2 bytes for the version, then 8 for each hash. */
  toBytes(): Uint8Array {
    const bytes = Buffer.alloc(header + this.#hashes.size * bytesPerHash);
    bytes.writeUInt16BE(this.#format.version, 0);
    let at = header;
    for (const { high, low } of this.#hashes.values()) {
      at = bytes.writeUInt32BE(high, at);
      at = bytes.writeUInt32BE(low, at);
    }
    return bytes;
  }

  /** Null when the hashes are of another version. Throws RangeError when the bytes are not a whole number of hashes. */
  static fromBytes(format: MemoryFormat, bytes: Uint8Array): HashMemory | null {
    const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (stored.length < header || (stored.length - header) % bytesPerHash !== 0) {
      throw new RangeError(`has ${stored.length} bytes, which is not a whole number of hashes`);
    }
    if (stored.readUInt16BE(0) !== format.version) return null;
    const hashes: TokenId[] = [];
    for (let at = header; at < stored.length; at += bytesPerHash) {
      hashes.push({ high: stored.readUInt32BE(at), low: stored.readUInt32BE(at + 4) });
    }
    return new HashMemory(format).with(hashes);
  }
}

function keyOf({ high, low }: TokenId): number {
  return (high & 0x1fffff) * 0x1_0000_0000 + low;
}

const format: MemoryFormat = { version: segmentsVersion, most: 20_000 };

/**
 * The hash of every segment that a page ever had: detectors have read those, and only read new ones. The hashes are
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

  /** The same for all leaves of a page. If a page has more leaves than are kept, only the last ones are added. */
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
