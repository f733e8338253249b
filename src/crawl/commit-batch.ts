import type { CrawlCommit, DiscoveredPage, PackedContent, VisitRecord } from '../store/index.ts';
import type { VisitedPage } from './standard-plan.ts';

/** Visited pages that wait for their commit. */
export class CommitBatch {
  readonly #visits: VisitRecord[] = [];
  readonly #contents = new Map<string, PackedContent>();
  readonly #discovered: DiscoveredPage[] = [];
  #bytes = 0;

  add({ visit, content, discovered }: VisitedPage): void {
    this.#visits.push(visit);
    this.#discovered.push(...discovered);
    if (content === null) return;
    this.#contents.set(Buffer.from(content.sha256).toString('latin1'), content);
    this.#bytes += content.data.length;
  }

  /** Start URLs come from no page. */
  addStarts(pages: readonly DiscoveredPage[]): void {
    this.#discovered.push(...pages);
  }

  get visits(): readonly VisitRecord[] {
    return this.#visits;
  }

  get discovered(): readonly DiscoveredPage[] {
    return this.#discovered;
  }

  get isEmpty(): boolean {
    return this.#visits.length === 0 && this.#discovered.length === 0;
  }

  get isFull(): boolean {
    return this.#visits.length >= MOST_PAGES || this.#bytes >= MOST_BYTES;
  }

  parts(): Pick<CrawlCommit, 'visits' | 'contents' | 'discovered'> {
    return { visits: this.#visits, contents: [...this.#contents.values()], discovered: this.#discovered };
  }
}

/** One fsync for so many pages; more gains little and would have to be fetched again after a kill. */
const MOST_PAGES = 64;
const MOST_BYTES = 8 * 1024 * 1024;
