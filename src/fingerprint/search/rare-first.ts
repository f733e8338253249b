/** The last 32 bits of a whole number below 2^53, which is what bit operators see of it: much quicker than a division. */
export function lowBits(hash: number): number {
  return hash | 0;
}

/** One common order of features, in which rare ones come first. */
export class RareFirst {
  /** By the end of the hash. Some features share a count: that costs time now and then, and loses nothing. */
  readonly counts: Uint32Array;

  constructor(hashes: Float64Array) {
    this.counts = new Uint32Array(2 ** Math.min(24, Math.max(4, Math.ceil(Math.log2(hashes.length + 1)))));
    for (const hash of hashes) {
      const place = this.#place(hash);
      this.counts[place] = (this.counts[place] as number) + 1;
    }
  }

  /** The first `count` of the hashes in this order. */
  first(hashes: Float64Array, count: number): Float64Array {
    if (count >= hashes.length) return hashes;
    // Chosen one by one, since few are wanted: a sort with a comparison takes longer.
    const chosen = new Float64Array(count);
    let length = 0;
    for (const hash of hashes) {
      if (length === count && !this.#isBefore(hash, chosen[count - 1] as number)) continue;
      let place = length < count ? length++ : count - 1;
      while (place > 0 && this.#isBefore(hash, chosen[place - 1] as number)) {
        chosen[place] = chosen[place - 1] as number;
        place--;
      }
      chosen[place] = hash;
    }
    return chosen;
  }

  #isBefore(a: number, b: number): boolean {
    const [countA, countB] = [this.counts[this.#place(a)] as number, this.counts[this.#place(b)] as number];
    return countA === countB ? a < b : countA < countB;
  }

  #place(hash: number): number {
    return lowBits(hash) & (this.counts.length - 1);
  }
}
