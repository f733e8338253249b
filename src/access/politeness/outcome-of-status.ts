import type { Outcome } from './host-pace.ts';
import { retryAfter } from './retry-after.ts';

/** What an answer says about the host's load. `retryAfterHeader` is null when the answer has none. */
export function outcomeOfStatus(status: number, retryAfterHeader: string | null, now: number): Outcome {
  if (status !== 429 && status !== 503) return { kind: 'answered' };
  return { kind: 'overloaded', retryAt: retryAfter(retryAfterHeader, now) };
}
