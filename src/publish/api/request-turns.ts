import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';

/** After a request, runs get so many times as long as it took. */
const SHARE_OF_RUNS = 5;
/** In milliseconds: a request that took long does not hold up the next one for seconds. */
const LONGEST_PAUSE = 100;

/**
 * While runs are under way, lets requests begin one after the other, with time for the runs in between: both share a thread, and
 * without turns 200 readers left a crawl one page in a hundred (docs/decisions/0042-lists-over-a-million-visits.md).
 */
export class RequestTurns {
  readonly #hasRuns: () => boolean;
  readonly #waiting: (() => void)[] = [];
  #isGiving = false;

  constructor(hasRuns: () => boolean) {
    this.#hasRuns = hasRuns;
  }

  /** Resolves when the request may begin; at once while there are no runs. */
  async take(): Promise<void> {
    if (!this.#hasRuns()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (!this.#isGiving) void this.#give();
    await promise;
  }

  async #give(): Promise<void> {
    this.#isGiving = true;
    for (let begin = this.#waiting.shift(); begin !== undefined; begin = this.#waiting.shift()) {
      const began = performance.now();
      begin();
      // Most requests are answered before the next turn of the event loop, since SQLite answers at once.
      await nextTurn();
      await nextTurn();
      await this.#leaveToRuns(performance.now() - began);
    }
    this.#isGiving = false;
  }

  /** Ends early where runs have nothing to do: most of them wait for sites, or for the pause between two requests. */
  async #leaveToRuns(spent: number): Promise<void> {
    const step = Math.min(spent, LONGEST_PAUSE / SHARE_OF_RUNS);
    for (let count = 0; count < SHARE_OF_RUNS && this.#hasRuns(); count++) {
      const before = performance.eventLoopUtilization();
      await after(step);
      if (performance.eventLoopUtilization(before).utilization < 0.5) return;
    }
  }
}
