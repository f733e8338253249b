import type { Sample } from './metric.ts';

/** In seconds. A list should be there within a tenth of one; the rest shows how bad it is. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** How often something took how long. */
export class DurationBuckets {
  /** One more than there are bounds: the last is for everything longer. */
  readonly #counts: number[] = Array.from({ length: bounds.length + 1 }, () => 0);
  #sum = 0;

  add(seconds: number): void {
    const found = bounds.findIndex((bound) => seconds <= bound);
    const place = found === -1 ? bounds.length : found;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#sum += seconds;
  }

  /** Each bucket also counts what is in those before it. */
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
