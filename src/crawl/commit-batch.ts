import type { CrawlCommit, DiscoveredPage, NewVisit, VisitBody } from '../store/index.ts';
import type { VisitedPage } from './standard-plan.ts';

/** Visited pages that wait for their commit. */
export class CommitBatch {
  readonly #visits: NewVisit[] = [];
  readonly #bodies: VisitBody[] = [];
  readonly #discovered: DiscoveredPage[] = [];
  #bytes = 0;

  add({ visit, body, discovered }: VisitedPage): void {
    this.#visits.push(visit);
    for (const page of discovered) this.#discovered.push(page);
    if (body === null) return;
    this.#bodies.push(body);
    this.#bytes += body.body.length;
  }

  /** Start URLs come from no page. */
  addStarts(pages: readonly DiscoveredPage[]): void {
    this.#discovered.push(...pages);
  }

  get visits(): readonly NewVisit[] {
    return this.#visits;
  }

  get discovered(): readonly DiscoveredPage[] {
    return this.#discovered;
  }

  get isEmpty(): boolean {
    return this.#visits.length === 0 && this.#discovered.length === 0;
  }

  get isFull(): boolean {
    return (
      this.#visits.length >= MOST_PAGES ||
      this.#bytes >= MOST_BYTES ||
      this.#discovered.length >= MOST_DISCOVERED
    );
  }

  parts(): Pick<CrawlCommit, 'visits' | 'bodies' | 'contents' | 'discovered'> {
    return { visits: this.#visits, bodies: this.#bodies, contents: [], discovered: this.#discovered };
  }
}

/** One fsync for so many pages; more gains little and would have to be fetched again after a kill. */
const MOST_PAGES = 64;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_DISCOVERED = 2000;
