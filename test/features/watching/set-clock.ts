import type { Clock } from '../../../src/crawl/site/allowed-hours.ts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that stands still until the test moves it. */
export class SetClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();
  #sleepAwaited: (() => void)[] = [];

  constructor(iso: string) {
    this.#now = Date.parse(iso);
  }

  now = (): number => this.#now;

  sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const sleeper = { until: this.#now + ms, wake: () => this.#wake(sleeper, resolve) };
      this.#sleepers.add(sleeper);
      for (const begun of this.#sleepAwaited.splice(0)) begun();
      signal.addEventListener('abort', sleeper.wake, { once: true });
      if (signal.aborted || ms <= 0) sleeper.wake();
    });

  /** Resolves when the next sleep has begun. */
  sleeping(): Promise<void> {
    return new Promise((resolve) => this.#sleepAwaited.push(resolve));
  }

  moveTo(iso: string): void {
    this.#now = Date.parse(iso);
    for (const sleeper of this.#sleepers) if (sleeper.until <= this.#now) sleeper.wake();
  }

  /** Sleeps end after their time, whatever a clock says that is set. */
  setBack(iso: string): void {
    this.#now = Date.parse(iso);
    for (const sleeper of this.#sleepers) sleeper.wake();
  }

  #wake(sleeper: Sleeper, resolve: () => void): void {
    if (this.#sleepers.delete(sleeper)) resolve();
  }
}
