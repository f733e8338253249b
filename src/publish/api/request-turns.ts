import { setTimeout as after } from 'node:timers/promises';
import { UsualTimes } from './usual-times.ts';

/** After a request, runs get so many times as long as such a request takes. */
const SHARE_OF_RUNS = 5;
/** In milliseconds: a request that took long does not hold up the next one for seconds. */
const LONGEST_PAUSE = 100;
/** In milliseconds: streams, and what waits for other sites, do not keep the others waiting until they end. */
const LONGEST_TURN = 50;
/** Below this share of its time the thread waits: runs have nothing to do. */
const IDLE = 0.2;

interface Waiting {
  readonly kind: string;
  readonly begin: (end: () => void) => void;
}

/**
 * While runs are under way, answers requests one after the other, with time for the runs in between: both share a thread, and
 * without turns 200 readers left a crawl one page in a hundred (docs/decisions/0060-a-run-beside-readers.md).
 */
export class RequestTurns {
  readonly #hasRuns: () => boolean;
  readonly #times = new UsualTimes();
  readonly #waiting: Waiting[] = [];
  #isGiving = false;

  constructor(hasRuns: () => boolean) {
    this.#hasRuns = hasRuns;
  }

  /** Resolves when a request of this kind may begin, with what is called when it is answered; at once while there are no runs. */
  async take(kind: string): Promise<() => void> {
    if (!this.#hasRuns()) return () => undefined;
    const { promise, resolve } = Promise.withResolvers<() => void>();
    this.#waiting.push({ kind, begin: resolve });
    if (!this.#isGiving) void this.#give();
    return promise;
  }

  async #give(): Promise<void> {
    this.#isGiving = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const began = performance.now();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const late = new AbortController();
      next.begin(end);
      await Promise.race([
        ended,
        after(LONGEST_TURN, undefined, { signal: late.signal }).catch(() => undefined),
      ]);
      late.abort();
      this.#times.note(next.kind, performance.now() - began);
      await this.#leaveToRuns(this.#times.of(next.kind));
    }
    this.#isGiving = false;
  }

  /** Ends early where runs have nothing to do: most of them wait for sites, or for the pause between two requests. */
  async #leaveToRuns(spent: number): Promise<void> {
    const step = Math.min(spent, LONGEST_PAUSE / SHARE_OF_RUNS);
    for (let count = 0; count < SHARE_OF_RUNS && this.#hasRuns(); count++) {
      const before = performance.eventLoopUtilization();
      await after(step);
      if (performance.eventLoopUtilization(before).utilization < IDLE) return;
    }
  }
}
