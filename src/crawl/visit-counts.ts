import type { NewVisit, QueuedPage } from '../store/index.ts';
import type { CrawlEvent, CrawlProgress } from './crawl-event.ts';

/** Counts the visits of a run by how they went. */
export class VisitCounts implements Pick<CrawlProgress, 'pages' | 'errors' | 'leftOut'> {
  pages = 0;
  errors = 0;
  leftOut = 0;

  add({ outcome }: NewVisit): void {
    if (outcome === 'ok') this.pages++;
    else if (outcome === 'error') this.errors++;
    else this.leftOut++;
  }
}

/** What a visit tells those who watch the run; `links` is how many new pages it led to. */
export function pageEvent({ url }: QueuedPage, visit: NewVisit, links: number): CrawlEvent {
  return {
    event: 'page',
    url,
    status: visit.status,
    outcome: visit.outcome,
    type: visit.type,
    bytes: visit.bytes ?? 0,
    links,
    code: visit.errorCode,
    error: visit.errorMessage,
    flag: visit.flag,
    reason: visit.reason,
  };
}
