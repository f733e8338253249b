import {
  afterFinish,
  afterStart,
  gapOf,
  type HostPace,
  nextFurther,
  nextStart,
  type PaceLimits,
  type RequestOutcome,
  unknownHost,
} from './host-pace.ts';

/**
 * When the next request to each host may start. The cost of a call does not depend on the number of hosts. The engine
 * calls `nextStart`, waits until then, calls `started`, and calls `finished` exactly once for each start.
 */
export class HostScheduler implements KnownPace {
  readonly #limits: PaceLimits;
  readonly #hosts = new Map<string, HostPace>();

  constructor(limits: PaceLimits) {
    this.#limits = limits;
  }

  /** The time when a request to this host may start: `now` or later; Infinity until another request has finished. */
  nextStart(host: string, now: number): number {
    return nextStart(this.#pace(host), this.#limits, now);
  }

  started(host: string, now: number): void {
    this.#hosts.set(host, afterStart(this.#pace(host), now));
  }

  /**
   * Records another request to a host, made for a page whose request is under way, and returns when it may start. It counts like any other:
   * the next request waits for the delay after it.
   */
  startFurther(host: string, now: number): number {
    const pace = this.#pace(host);
    const at = nextFurther(pace, this.#limits, now);
    this.#hosts.set(host, { ...pace, lastStart: at });
    return at;
  }

  finished(host: string, outcome: RequestOutcome, now: number): void {
    this.#hosts.set(host, afterFinish(this.#pace(host), outcome, this.#limits, now));
  }

  /** The seconds that the host's robots.txt asks for; null when it has no crawl-delay. */
  setCrawlDelay(host: string, seconds: number | null): void {
    this.#hosts.set(host, { ...this.#pace(host), crawlDelay: (seconds ?? 0) * 1000 });
  }

  /** The extra delay for an overloaded host; 0 when it is not overloaded. */
  slowdown(host: string): number {
    return this.#pace(host).slowdown;
  }

  gapOf(host: string): number {
    return gapOf(this.#pace(host), this.#limits);
  }

  notBefore(host: string): number {
    return this.#pace(host).notBefore;
  }

  /** Drops a host whose queue is empty, unless a pause is still in force: dropping the host would lose the pause. */
  forget(host: string, now: number): void {
    const pace = this.#hosts.get(host);
    if (pace === undefined || pace.running > 0 || pace.slowdown > 0) return;
    if (nextStart(pace, this.#limits, now) <= now) this.#hosts.delete(host);
  }

  #pace(host: string): HostPace {
    return this.#hosts.get(host) ?? unknownHost;
  }
}

/** The pace of requests to a host: the least time between the starts of two requests, and the time before which none is sent. In milliseconds. */
export interface KnownPace {
  gapOf(host: string): number;
  notBefore(host: string): number;
}

/** Leases on hosts that several runs or machines may visit: only the holder of the lease sends requests. */
export interface HostLeases {
  /**
   * Awaited before a page of the host is visited. Throws when this run may send no more requests, and CRAWL_OVERLOADED when the host asked another
   * run to stay away for long.
   */
  prepare(host: string): Promise<void>;
  /** Awaited before every request. Throws the same errors as `prepare`. */
  acquire(host: string): Promise<void>;
  /** The request has ended. */
  release(host: string): void;
  /** Sets the pace of this run, which the next holder of a host continues. */
  paceBy(pace: KnownPace): void;
}
