/** Whether this process has registered its features. */
let areFeaturesKnown = false;

/** Called once in every process and thread, after its features have filled their extension points. */
export function featuresAreKnown(): void {
  areFeaturesKnown = true;
}

/**
 * A point where the kernel, or one feature, uses what another feature adds. A process must register its features first: otherwise matches and
 * messages would be lost silently.
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

  /** Null when no feature fills it. Throws when it is empty and the process has not registered its features. */
  get added(): T | null {
    if (this.#added === null && !areFeaturesKnown)
      throw new Error(`${this.#name}: this process has not called useFeatures (features/index.ts)`);
    return this.#added;
  }

  /** For callers that cannot work without it. Throws when no feature fills it. */
  get required(): T {
    const { added } = this;
    if (added === null) throw new Error(`${this.#name}: no feature does this here, so ${this.#without}`);
    return added;
  }
}
