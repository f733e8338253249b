const firstCapacity = 16 * 1024;
/** An announced length is believed only so far: memory is taken when bytes come, not when they are promised. */
const believedLength = 1024 * 1024;

/**
 * Collects a body into one buffer of its own, which may be handed to another thread. Chunks are copied: a view of
 * each would keep a hundred bytes of bookkeeping for every byte of a body that comes in chunks of one.
 */
export class BodyBuffer {
  #bytes: Buffer | null = null;
  #length = 0;
  readonly #expected: number;

  /** `expected` is the announced length, or -1. */
  constructor(expected: number) {
    this.#expected = expected;
  }

  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (this.#bytes === null || needed > this.#bytes.length) this.#grow(needed);
    this.#bytes?.set(chunk, this.#length);
    this.#length = needed;
  }

  take(): Buffer {
    if (this.#bytes === null) return Buffer.allocUnsafeSlow(0);
    return this.#length === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, this.#length);
  }

  #grow(needed: number): void {
    const old = this.#bytes;
    const capacity =
      old === null
        ? this.#expected >= 0 && this.#expected <= believedLength
          ? this.#expected
          : firstCapacity
        : old.length * 2;
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(capacity, needed));
    if (old !== null) this.#bytes.set(old.subarray(0, this.#length));
  }
}
