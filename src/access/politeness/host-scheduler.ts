import {
  afterFinish,
  afterStart,
  type HostPace,
  nextStart,
  type Outcome,
  type PaceLimits,
  unknownHost,
} from './host-pace.ts';

/**
 * When each host may be asked next. Every call costs the same however many hosts there are. The engine asks
 * `nextStart`, waits until then, reports `started`, and `finished` exactly once for each start.
 */
export class HostScheduler {
  readonly #limits: PaceLimits;
  readonly #hosts = new Map<string, HostPace>();

  constructor(limits: PaceLimits) {
    this.#limits = limits;
  }

  /** The time when a request to this host may start: `now` or later; Infinity means not before another one finished. */
  nextStart(host: string, now: number): number {
    return nextStart(this.#pace(host), this.#limits, now);
  }

  started(host: string, now: number): void {
    this.#hosts.set(host, afterStart(this.#pace(host), now));
  }

  finished(host: string, outcome: Outcome, now: number): void {
    this.#hosts.set(host, afterFinish(this.#pace(host), outcome, this.#limits, now));
  }

  /** Seconds of the host's crawl-delay line; null when its robots.txt has none. */
  setCrawlDelay(host: string, seconds: number | null): void {
    this.#hosts.set(host, { ...this.#pace(host), crawlDelay: (seconds ?? 0) * 1000 });
  }

  /** The extra delay of a host that was overloaded, for the live line; 0 when it is well. */
  slowdown(host: string): number {
    return this.#pace(host).slowdown;
  }

  /** Lets go of a host whose queue ran empty. Not while it is asked to wait: it would forget the wish. */
  forget(host: string, now: number): void {
    const pace = this.#hosts.get(host);
    if (pace === undefined || pace.running > 0 || pace.slowdown > 0) return;
    if (nextStart(pace, this.#limits, now) <= now) this.#hosts.delete(host);
  }

  #pace(host: string): HostPace {
    return this.#hosts.get(host) ?? unknownHost;
  }
}
