/** Numbers that a monitoring system reads again and again, each with the labels that distinguish it. */
export interface Metric {
  /** With its unit at the end, as Prometheus wants it: `tidemark_database_bytes`. */
  readonly name: string;
  /** One sentence for people. */
  readonly says: string;
  /** A counter only grows, until the process ends. */
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** Ending of the name, for the parts of a histogram: `_bucket`, `_sum`, `_count`. */
  readonly ending?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One number that goes up and down. */
export const gauge = (
  name: string,
  says: string,
  value: number,
  labels: Readonly<Record<string, string>> = {},
): Metric => ({ name, says, kind: 'gauge', samples: [{ labels, value }] });

/** The media type of the text. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** Metrics in the text format of Prometheus. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, says, kind, samples }) =>
      [
        `# HELP ${name} ${says.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
        `# TYPE ${name} ${kind}`,
        ...samples.map(
          ({ ending = '', labels = {}, value }) => `${name}${ending}${labelled(labels)} ${value}`,
        ),
        '',
      ].join('\n'),
    )
    .join('');
}

function labelled(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${quoted(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const quoted = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

/** Counts that are distinguished by labels. The values of labels must come from a short list: each makes a row that stays. */
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
