import { setTimeout } from 'node:timers/promises';
import { type Clock, systemClock } from '../../crawl/site/allowed-hours.ts';

/** Milliseconds between two writes of the time, and between two reads by a sleeping thread. */
const EVERY = 20;

/** A clock that other threads can read. The system clock need not be shared: then `time` is null. */
export class SentClock {
  readonly time: BigInt64Array<SharedArrayBuffer> | null;
  readonly #clock: Clock;
  readonly #timer: NodeJS.Timeout | null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.time = clock === systemClock ? null : new BigInt64Array(new SharedArrayBuffer(8));
    this.#timer = this.time === null ? null : setInterval(() => this.write(), EVERY).unref();
    this.write();
  }

  /** Called before a message that depends on the time. */
  write(): void {
    if (this.time !== null) Atomics.store(this.time, 0, BigInt(this.#clock.now()));
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }
}

/** In another thread: the same clock. */
export function clockFrom(time: BigInt64Array<SharedArrayBuffer> | null): Clock {
  if (time === null) return systemClock;
  const now = () => Number(Atomics.load(time, 0));
  return {
    now,
    sleep: async (ms, signal) => {
      const until = now() + ms;
      while (now() < until && !signal.aborted)
        await setTimeout(EVERY, undefined, { signal }).catch(() => undefined);
    },
  };
}
