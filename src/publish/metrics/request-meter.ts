import { CountsByLabel } from './counts-by-label.ts';
import { DurationBuckets } from './duration-buckets.ts';
import type { Metric } from './metric.ts';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** The path as the contract writes it, so that there are no more routes than endpoints; empty for an address that has none. */
  readonly route: string;
  readonly status: number;
  /** Null for streams, which last as long as somebody listens. */
  readonly seconds: number | null;
}

/** Counts requests by route and status, and how long they took. */
export class RequestMeter {
  readonly #counts = new CountsByLabel();
  readonly #durations = new Map<
    string,
    { readonly labels: Record<string, string>; buckets: DurationBuckets }
  >();

  note({ method, route, status, seconds }: AnsweredRequest): void {
    this.#counts.add({ method, route, status: String(status) });
    if (seconds === null) return;
    const key = `${method} ${route}`;
    const known = this.#durations.get(key) ?? { labels: { method, route }, buckets: new DurationBuckets() };
    known.buckets.add(seconds);
    this.#durations.set(key, known);
  }

  metrics(): readonly Metric[] {
    return [
      {
        name: 'tidemark_http_requests_total',
        says: 'Requests that were answered, by route and status.',
        kind: 'counter',
        samples: this.#counts.samples(),
      },
      {
        name: 'tidemark_http_request_duration_seconds',
        says: 'How long answers took, from the request to the last byte.',
        kind: 'histogram',
        samples: [...this.#durations.values()].flatMap(({ labels, buckets }) => buckets.samples(labels)),
      },
    ];
  }
}
