/**
 * Hosts with pages waiting. They take turns: each gets one request before any host gets its next.
 * A host is in exactly one of the two lists, or in none while it has nothing to do.
 */
export class ReadyHosts {
  readonly #turn: string[] = [];
  #head = 0;
  readonly #known = new Set<string>();
  /** Hosts that may be asked later, soonest first: a binary heap. */
  readonly #later: { readonly at: number; readonly host: string }[] = [];

  /** Puts a host at the end of the line, unless it is in a list already. */
  add(host: string): void {
    if (this.#known.has(host)) return;
    this.#known.add(host);
    this.#turn.push(host);
  }

  /** Takes the next host out of the line; null when there is none. */
  take(now: number): string | null {
    while (this.#later[0] !== undefined && this.#later[0].at <= now) this.#turn.push(this.#pop());
    const host = this.#turn[this.#head];
    if (host === undefined) return null;
    this.#head++;
    if (this.#head > 1000 && this.#head * 2 > this.#turn.length) {
      this.#turn.splice(0, this.#head);
      this.#head = 0;
    }
    this.#known.delete(host);
    return host;
  }

  addLater(host: string, at: number): void {
    if (this.#known.has(host)) return;
    this.#known.add(host);
    this.#later.push({ at, host });
    this.#rise(this.#later.length - 1);
  }

  /** When the next of the later hosts may be asked; Infinity when there is none. */
  get nextAt(): number {
    return this.#later[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  #pop(): string {
    const first = this.#later[0];
    const last = this.#later.pop();
    if (last !== undefined && first !== last) {
      this.#later[0] = last;
      this.#sink();
    }
    return first?.host ?? '';
  }

  #rise(start: number): void {
    let i = start;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.#swapIfEarlier(i, parent)) return;
      i = parent;
    }
  }

  #sink(): void {
    let i = 0;
    for (;;) {
      const [left, right] = [2 * i + 1, 2 * i + 2];
      const child =
        (this.#later[right]?.at ?? Number.POSITIVE_INFINITY) <
        (this.#later[left]?.at ?? Number.POSITIVE_INFINITY)
          ? right
          : left;
      if (child >= this.#later.length || !this.#swapIfEarlier(child, i)) return;
      i = child;
    }
  }

  #swapIfEarlier(child: number, parent: number): boolean {
    const [a, b] = [this.#later[child], this.#later[parent]];
    if (a === undefined || b === undefined || a.at >= b.at) return false;
    this.#later[parent] = a;
    this.#later[child] = b;
    return true;
  }
}
