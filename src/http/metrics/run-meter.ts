import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import type { RunUpdate } from '../run-log.ts';
import { CountsByLabel, type Metric } from './metric.ts';

/** Counts what the runs of this process did. Projects are not distinguished: their names are not public. */
export class RunMeter {
  readonly #pages = new CountsByLabel();
  readonly #errors = new CountsByLabel();
  readonly #ended = new CountsByLabel();
  #bytes = 0;

  note(event: CrawlEvent): void {
    if (event.event !== 'page') return;
    this.#bytes += event.bytes;
    this.#pages.add({ flag: event.flag ?? 'none' });
    if (event.outcome === 'error') this.#errors.add({ code: event.code ?? 'none' });
  }

  noteEnd(state: RunUpdate['state']): void {
    this.#ended.add({ state });
  }

  metrics(): readonly Metric[] {
    return [
      {
        name: 'tidemark_pages_total',
        says: 'Pages that runs of this process visited, by flag; none: left out, or never good.',
        kind: 'counter',
        samples: this.#pages.samples(),
      },
      {
        name: 'tidemark_page_errors_total',
        says: 'Visits that failed, by the code of the failure.',
        kind: 'counter',
        samples: this.#errors.samples(),
      },
      {
        name: 'tidemark_fetched_bytes_total',
        says: 'Bytes of pages that were fetched.',
        kind: 'counter',
        samples: [{ value: this.#bytes }],
      },
      {
        name: 'tidemark_runs_total',
        says: 'Runs that ended in this process, by how they ended.',
        kind: 'counter',
        samples: this.#ended.samples(),
      },
    ];
  }
}
