/** A set of 32-bit numbers in one typed array: several times faster than a Set for hundreds of thousands of them. */
export class NumberSet {
  #slots = new Int32Array(1 << 12);
  #size = 0;
  /** The free slots hold 0, so 0 itself is remembered here. */
  #hasZero = false;

  has(value: number): boolean {
    return value === 0 ? this.#hasZero : this.#slots[this.#slotOf(value)] === value;
  }

  add(value: number): void {
    if (value === 0) {
      this.#hasZero = true;
      return;
    }
    const slot = this.#slotOf(value);
    if (this.#slots[slot] === value) return;
    this.#slots[slot] = value;
    this.#size++;
    if (this.#size * 2 > this.#slots.length) this.#grow();
  }

  /** Where the value is, or the free slot where it belongs. */
  #slotOf(value: number): number {
    const mask = this.#slots.length - 1;
    let slot = Math.imul(value, 0x9e3779b1) >>> 7;
    for (slot &= mask; this.#slots[slot] !== 0 && this.#slots[slot] !== value; ) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(before.length * 2);
    for (const value of before) if (value !== 0) this.#slots[this.#slotOf(value)] = value;
  }
}
