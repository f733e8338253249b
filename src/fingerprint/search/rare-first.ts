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
    for (let i = 0; i < hashes.length; i++) {
      const place = this.#place(hashes[i] as number);
      this.counts[place] = (this.counts[place] as number) + 1;
    }
  }

  /** The first `count` of the hashes in this order. */
  first(hashes: Float64Array, count: number): Float64Array {
    if (count >= hashes.length) return hashes;
    // Chosen one by one, since few are wanted: a sort with a comparison takes longer.
    const chosen = new Float64Array(count);
    const commonness = new Uint32Array(count);
    let length = 0;
    for (let i = 0; i < hashes.length; i++) {
      const hash = hashes[i] as number;
      const common = this.counts[this.#place(hash)] as number;
      let place = length;
      // The hashes come in ascending order, so of two that are equally common the earlier one is first.
      while (place > 0 && common < (commonness[place - 1] as number)) place--;
      if (place === count) continue;
      if (length < count) length++;
      chosen.copyWithin(place + 1, place, length - 1);
      commonness.copyWithin(place + 1, place, length - 1);
      chosen[place] = hash;
      commonness[place] = common;
    }
    return chosen;
  }

  #place(hash: number): number {
    return lowBits(hash) & (this.counts.length - 1);
  }
}
