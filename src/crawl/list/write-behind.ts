/** Writes one after the other, while the next is being prepared. */
export class WriteBehind {
  #last: Promise<void> = Promise.resolve();

  /** Begins to write after all before it. Returns when those are done, so that there is at most one ahead; throws when one failed. */
  begin(write: () => Promise<void>): Promise<void> {
    const before = this.#last;
    this.#last = before.then(write);
    // Whoever waits is told; it may be that nobody waits any more.
    this.#last.catch(() => undefined);
    return before;
  }

  /** Throws when a write failed. */
  done(): Promise<void> {
    return this.#last;
  }
}
