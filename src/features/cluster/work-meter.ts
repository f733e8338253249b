import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import type { NodeWork } from './tables/nodes.ts';

/** Counts what a process does in all runs of the cluster that it works on. */
export class WorkMeter {
  #pages = 0;
  #errors = 0;
  #retries = 0;
  #bytes = 0;

  note(event: CrawlEvent): void {
    if (event.event === 'retry') this.#retries += 1;
    if (event.event !== 'page') return;
    this.#pages += 1;
    this.#bytes += event.bytes;
    if (event.outcome === 'error') this.#errors += 1;
  }

  get done(): NodeWork {
    return { pages: this.#pages, errors: this.#errors, retries: this.#retries, bytes: this.#bytes };
  }
}
