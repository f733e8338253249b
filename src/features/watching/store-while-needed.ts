import type { Store } from '../../database/store.ts';

/** A database that is open while somebody uses it, and closed in between so that other processes can write. */
export class StoreWhileNeeded {
  readonly #open: () => Promise<Store>;
  #store: Promise<Store> | null = null;
  #users = 0;
  /** A folder has one writer: the next one opens it after the last one has closed it. */
  #closed: Promise<void> = Promise.resolve();

  constructor(open: () => Promise<Store>) {
    this.#open = open;
  }

  /** Throws what opening the database throws. */
  async use<T>(work: (store: Store) => Promise<T>): Promise<T> {
    this.#users++;
    this.#store ??= this.#closed.then(this.#open);
    try {
      return await work(await this.#store);
    } finally {
      this.#users--;
      if (this.#users === 0) await this.#close();
    }
  }

  async #close(): Promise<void> {
    const store = this.#store;
    this.#store = null;
    // One that could not be opened has nothing to close.
    this.#closed = (store ?? Promise.reject()).then(
      (opened) => opened.close(),
      () => undefined,
    );
    await this.#closed;
  }
}
