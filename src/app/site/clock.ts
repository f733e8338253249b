import { setTimeout } from 'node:timers/promises';

/** What waits for a time of day goes by; tests have one of their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends early, and throws nothing, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
};
