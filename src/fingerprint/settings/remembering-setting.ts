import type { NearDuplicates } from '../algorithms/near-duplicates.ts';
import type { ComparableContent } from '../comparable-content.ts';

interface Remembered {
  readonly id: number;
  readonly print: unknown;
  /** Distances to prints with smaller ids. */
  readonly distances: number[];
}

/** An algorithm under one threshold. */
export interface SettingUnder {
  readonly setting: NearDuplicates<unknown>;
  /** The smallest distance above the threshold so far: under every threshold below it, all decisions are the same. */
  readonly sameBelow: () => number;
}

/**
 * One algorithm with one threshold after another: fingerprints and distances are computed once. Contents are recognised by their identity, so they
 * must not change.
 */
export class RememberedPrints {
  readonly #setting: NearDuplicates<unknown>;
  readonly #prints = new Map<string | ComparableContent, Remembered>();

  readonly #now: () => number;
  #milliseconds = 0;

  /** `now` is a clock in milliseconds. */
  constructor(setting: NearDuplicates<unknown>, now: () => number) {
    this.#setting = setting;
    this.#now = now;
  }

  /** Milliseconds that fingerprints took so far, and how many there are. */
  get spent(): { readonly milliseconds: number; readonly prints: number } {
    return { milliseconds: this.#milliseconds, prints: this.#prints.size };
  }

  under(threshold: number): SettingUnder {
    let above = Number.POSITIVE_INFINITY;
    const distance = (a: unknown, b: unknown) => {
      const found = this.#distance(a as Remembered, b as Remembered);
      if (found > threshold && found < above) above = found;
      return found;
    };
    return {
      setting: {
        ...this.#setting,
        threshold,
        fingerprint: (content) => this.#fingerprint(content),
        distance,
        isNearDuplicate: (a, b) => distance(a, b) <= threshold,
      },
      sameBelow: () => above,
    };
  }

  #fingerprint(content: string | ComparableContent): Remembered {
    const known = this.#prints.get(content);
    if (known !== undefined) return known;
    const begun = this.#now();
    const made = { id: this.#prints.size, print: this.#setting.fingerprint(content), distances: [] };
    this.#milliseconds += this.#now() - begun;
    this.#prints.set(content, made);
    return made;
  }

  #distance(a: Remembered, b: Remembered): number {
    const [newer, older] = a.id > b.id ? [a, b] : [b, a];
    const known = newer.distances[older.id];
    if (known !== undefined) return known;
    const made = this.#setting.distance(older.print, newer.print);
    newer.distances[older.id] = made;
    return made;
  }
}
