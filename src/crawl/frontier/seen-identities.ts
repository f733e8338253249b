import { hash } from 'node:crypto';

/**
 * The identities that a run has queued so far, as eight bytes of each hash in two typed arrays. A million take 16 to 32 MB; the chance that two of
 * them agree in 64 bits is 3 in 10^8.
 */
export class SeenIdentities {
  #low = new Uint32Array(1 << 12);
  #high = new Uint32Array(1 << 12);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds hashes of 16 bytes each, one after the other, as the store returns them. */
  addAll(hashes: Uint8Array): void {
    for (let at = 0; at + 16 <= hashes.length; at += 16) this.add(hashes, at);
  }

  has(hash: Uint8Array, at = 0): boolean {
    const low = word(hash, at);
    const high = word(hash, at + 4);
    const slot = this.#slotOf(low, high);
    return (this.#low[slot] ?? 0) !== 0 || (this.#high[slot] ?? 0) !== 0;
  }

  /** Returns false when it is already there. */
  add(hash: Uint8Array, at = 0): boolean {
    const low = word(hash, at);
    const high = word(hash, at + 4);
    const slot = this.#slotOf(low, high);
    if ((this.#low[slot] ?? 0) !== 0 || (this.#high[slot] ?? 0) !== 0) return false;
    this.#low[slot] = low;
    this.#high[slot] = high;
    this.#size++;
    if (this.#size * 2 > this.#low.length) this.#grow();
    return true;
  }

  /** The slot of the key, or the free slot where it belongs. */
  #slotOf(low: number, high: number): number {
    const mask = this.#low.length - 1;
    let slot = low & mask;
    for (;;) {
      const [atLow, atHigh] = [this.#low[slot] ?? 0, this.#high[slot] ?? 0];
      if ((atLow === low && atHigh === high) || (atLow === 0 && atHigh === 0)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const [low, high] = [this.#low, this.#high];
    this.#low = new Uint32Array(low.length * 2);
    this.#high = new Uint32Array(low.length * 2);
    for (let i = 0; i < low.length; i++) {
      const [atLow, atHigh] = [low[i] ?? 0, high[i] ?? 0];
      if (atLow === 0 && atHigh === 0) continue;
      const slot = this.#slotOf(atLow, atHigh);
      this.#low[slot] = atLow;
      this.#high[slot] = atHigh;
    }
  }
}

/** Zero marks a free slot, so a word that is zero becomes 1. */
function word(bytes: Uint8Array, at: number): number {
  const value =
    ((bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24)) >>>
    0;
  return value === 0 ? 1 : value;
}

const BYTES = 16;
/** Hashes share slabs: a batch of thousands goes to another thread as a few buffers. */
const SLAB = 256 * BYTES;

let slab = new Uint8Array(SLAB);
let used = 0;

/** Represents an identity in the database and in memory: 16 bytes of SHA-256, which no page can forge. */
export function identityHash(identity: string): Uint8Array {
  if (used === SLAB) {
    slab = new Uint8Array(SLAB);
    used = 0;
  }
  const hashed = slab.subarray(used, used + BYTES);
  used += BYTES;
  // As a string: thousands of small buffers would cost more than all other work.
  const digest = hash('sha256', identity, 'binary');
  for (let i = 0; i < BYTES; i++) hashed[i] = digest.charCodeAt(i);
  return hashed;
}
