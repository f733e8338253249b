import type { Sample } from './metric.ts';

/** Counts of things that are told apart by labels. The values of labels must come from a short list: each makes a row for ever. */
export class CountsByLabel {
  readonly #counts = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>();

  add(labels: Readonly<Record<string, string>>): void {
    const key = JSON.stringify(labels);
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { labels, value: 1 });
    else known.value += 1;
  }

  samples(): readonly Sample[] {
    return [...this.#counts.values()];
  }
}
