/** Whether this process has said which features it has. */
let areFeaturesKnown = false;

/** Called once in every process and thread, after its features have filled their points. */
export function featuresAreKnown(): void {
  areFeaturesKnown = true;
}

/**
 * Where the kernel, or one feature, asks for what another feature adds. A process says first which features it has: otherwise matches and
 * messages would be lost without a word.
 */
export class ExtensionPoint<T> {
  readonly #name: string;
  readonly #without: string;
  #added: T | null = null;

  /** `without` says what happens where no feature fills the point: `nothing is sent`. */
  constructor(name: string, { without }: { readonly without: string }) {
    this.#name = name;
    this.#without = without;
  }

  fill(value: T): void {
    this.#added = value;
  }

  /** Null where no feature fills it. Throws when it is empty and the process has not said which features it has. */
  get added(): T | null {
    if (this.#added === null && !areFeaturesKnown)
      throw new Error(`${this.#name}: this process has not called useFeatures (features/index.ts)`);
    return this.#added;
  }

  /** For what cannot go on without it. Throws where no feature fills it. */
  get required(): T {
    const { added } = this;
    if (added === null) throw new Error(`${this.#name}: no feature does this here, so ${this.#without}`);
    return added;
  }
}
