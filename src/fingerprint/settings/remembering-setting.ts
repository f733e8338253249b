import type { NearDuplicates } from '../algorithms/near-duplicates.ts';
import type { ComparableContent } from '../comparable-content.ts';

interface Remembered {
  readonly id: number;
  readonly print: unknown;
  /** Distances to prints with smaller ids. */
  readonly distances: number[];
}

/**
 * The same algorithm under one threshold after another: fingerprints and distances are computed once. Contents are known by their identity, so they
 * must not change.
 */
export class RememberedPrints {
  readonly #setting: NearDuplicates<unknown>;
  readonly #prints = new Map<string | ComparableContent, Remembered>();

  constructor(setting: NearDuplicates<unknown>) {
    this.#setting = setting;
  }

  under(threshold: number): NearDuplicates<unknown> {
    const distance = (a: unknown, b: unknown) => this.#distance(a as Remembered, b as Remembered);
    return {
      ...this.#setting,
      threshold,
      fingerprint: (content) => this.#fingerprint(content),
      distance,
      isNearDuplicate: (a, b) => distance(a, b) <= threshold,
    };
  }

  #fingerprint(content: string | ComparableContent): Remembered {
    const known = this.#prints.get(content);
    if (known !== undefined) return known;
    const made = { id: this.#prints.size, print: this.#setting.fingerprint(content), distances: [] };
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
