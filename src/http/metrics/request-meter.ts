import { CountsByLabel, type Metric, type Sample } from './metric.ts';

/** A request that was answered. */
interface AnsweredRequest {
  readonly method: string;
  /** The path as in the contract, so that there are no more routes than endpoints; empty for an address without an endpoint. */
  readonly route: string;
  readonly status: number;
  /** Null for streams, which last as long as a client listens. */
  readonly seconds: number | null;
}

/** Upper bounds of the buckets, in seconds. A list should take at most 0.1 s; the larger bounds show how slow it is. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** A histogram of durations. */
class DurationBuckets {
  /** One count for each bound, and a last one for everything longer. */
  readonly #counts: number[] = Array.from({ length: bounds.length + 1 }, () => 0);
  #sum = 0;

  add(seconds: number): void {
    const found = bounds.findIndex((bound) => seconds <= bound);
    const place = found === -1 ? bounds.length : found;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#sum += seconds;
  }

  /** Buckets are cumulative: each includes the counts of those before it. */
  samples(labels: Readonly<Record<string, string>>): readonly Sample[] {
    let count = 0;
    const buckets = this.#counts.map((own, place) => {
      count += own;
      return { ending: '_bucket', labels: { ...labels, le: String(bounds[place] ?? '+Inf') }, value: count };
    });
    return [
      ...buckets,
      { ending: '_sum', labels, value: this.#sum },
      { ending: '_count', labels, value: count },
    ];
  }
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
