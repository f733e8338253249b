const firstCapacity = 16 * 1024;
/** Larger announced lengths are ignored: memory is allocated when bytes arrive, not when they are promised. */
const trustedLength = 1024 * 1024;

/**
 * Collects a body in one unshared buffer, which can be transferred to another thread. Chunks are copied, because keeping
 * each one costs a hundred bytes of bookkeeping, also for a body that arrives byte by byte.
 */
export class BodyBuffer {
  #bytes: Buffer | null = null;
  #length = 0;
  readonly #expected: number;

  /** `expected` is the announced length; -1 if there is none. */
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
        ? this.#expected >= 0 && this.#expected <= trustedLength
          ? this.#expected
          : firstCapacity
        : old.length * 2;
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(capacity, needed));
    if (old !== null) this.#bytes.set(old.subarray(0, this.#length));
  }
}
