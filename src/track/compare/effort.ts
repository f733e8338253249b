import type { Segment } from '../../document/index.ts';

/** How many tokens may still be compared, for all gaps of two versions together. */
export class Effort {
  #left = 1_500_000;

  allows(a: Segment, b: Segment): boolean {
    if (this.#left <= 0) return false;
    this.#left -= a.tokens.length + b.tokens.length + 20;
    return true;
  }
}
