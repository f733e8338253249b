/** How many of each kind are remembered. */
const REMEMBERED = 10;

/**
 * How long requests of each kind take by themselves: the quickest of the last ones. Those that took longer had to wait for
 * whatever else the thread did.
 */
export class UsualTimes {
  readonly #times = new Map<string, readonly number[]>();

  note(kind: string, ms: number): void {
    this.#times.set(kind, [ms, ...(this.#times.get(kind) ?? [])].slice(0, REMEMBERED));
  }

  of(kind: string): number {
    return Math.min(...(this.#times.get(kind) ?? [0]));
  }
}
