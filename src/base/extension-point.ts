/**
 * Where the kernel asks for what features add. A process says once which features it has, before anything is asked for: otherwise matches and
 * messages would be lost without a word.
 */
export class ExtensionPoint<T> {
  readonly #name: string;
  #added: { readonly value: T } | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  fill(value: T): void {
    this.#added = { value };
  }

  /** Throws when the process has not said which features it has. */
  get added(): T {
    if (this.#added === null)
      throw new Error(`${this.#name}: this process has not called useFeatures (features/index.ts)`);
    return this.#added.value;
  }
}
