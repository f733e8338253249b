/** Gives equal values equal numbers, for as many sequences as are asked for. */
export class NumberedValues<Value> {
  readonly #numbers = new Map<Value, number>();

  numbersOf(values: readonly Value[]): Int32Array {
    const found = new Int32Array(values.length);
    for (let i = 0; i < values.length; i++) found[i] = this.#numberOf(values[i] as Value);
    return found;
  }

  #numberOf(value: Value): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(value, number);
    return number;
  }
}
