import type { RequestOutcome } from '../../access/index.ts';
import type { TidemarkError } from '../../base/index.ts';
import { CrawlError } from '../errors.ts';

/** Shorter waits are not announced, in milliseconds. During a longer wait, a run would seem to hang. */
const SHORTEST_ANNOUNCED = 5000;

/** A host that asked us to wait (Retry-After), and until when, in milliseconds since 1970. */
export interface AskedWait {
  readonly host: string;
  readonly until: number;
}

/** The hosts that asked us to wait (Retry-After). A run stays active during short waits, and pauses for long ones. */
export class AskedWaits {
  /** In milliseconds. */
  readonly #longest: number;
  readonly #onWait: (wait: AskedWait) => void;
  readonly #until = new Map<string, number>();

  /** `onWait` is called with waits that are long enough to be announced. */
  constructor(longest: number, onWait: (wait: AskedWait) => void) {
    this.#longest = longest;
    this.#onWait = onWait;
  }

  /** What a failure says about the load of the host. Records how long the host asks us to wait. */
  outcomeOf(host: string, error: TidemarkError, now: number): RequestOutcome {
    if (!(error instanceof CrawlError) || error.code !== 'CRAWL_OVERLOADED') return { kind: 'failed' };
    if (error.retryAfterMs === null) return { kind: 'overloaded', retryAt: null };
    const retryAt = now + error.retryAfterMs;
    this.#until.set(host, Math.max(retryAt, this.#until.get(host) ?? 0));
    if (error.retryAfterMs >= SHORTEST_ANNOUNCED) this.#onWait({ host, until: retryAt });
    return { kind: 'overloaded', retryAt };
  }

  /** The wait that the run must pause for: nothing can be done before it ends (`nextAt`), and it is longer than the limit. */
  tooLong(now: number, nextAt: number): AskedWait | null {
    let first: AskedWait | null = null;
    for (const [host, until] of this.#until) {
      if (until <= now) this.#until.delete(host);
      else if (first === null || until < first.until) first = { host, until };
    }
    if (first === null || nextAt === Number.POSITIVE_INFINITY || nextAt < first.until) return null;
    return first.until - now > this.#longest ? first : null;
  }
}

/** Why a run pauses for a wait, in words. */
export function waitInWords({ host, until }: AskedWait): string {
  return `${host} asks us to wait until ${minuteOf(until)} (Retry-After)`;
}

/** `2026-11-16 22:10 UTC`, rounded up: a visit at that minute is not too early. */
function minuteOf(time: number): string {
  const minutes = new Date(Math.ceil(time / 60_000) * 60_000);
  return `${minutes.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
