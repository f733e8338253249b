import type { QueuedPage } from '../tables/frontier.ts';
import type { NewVisit, VisitRecord } from '../tables/visit.ts';
import type { CrawlProgress } from './crawl-progress.ts';

/** What happens in a crawl, as it happens. */
export type CrawlEvent =
  | {
      readonly event: 'started';
      readonly project: string;
      readonly run: number;
      readonly resumed: boolean;
      readonly queued: number;
    }
  | {
      /** Sites that list their files: the listing is complete, and this many files are queued. */
      readonly event: 'listed';
      readonly queued: number;
    }
  | {
      readonly event: 'page';
      readonly url: string;
      readonly status: number | null;
      readonly outcome: VisitRecord['outcome'];
      readonly type: string | null;
      readonly bytes: number;
      readonly links: number;
      readonly code: string | null;
      readonly error: string | null;
      readonly flag: VisitRecord['flag'];
      readonly reason: string | null;
    }
  | {
      readonly event: 'retry';
      readonly url: string;
      readonly attempt: number;
      readonly error: string;
      readonly inMs: number;
    }
  | {
      readonly event: 'waiting';
      /** When requests are allowed again, in ISO 8601. */
      readonly until: string;
      /** The host that asks for the wait; left out when the project allows requests only at some hours. */
      readonly host?: string;
    }
  | ({ readonly event: 'progress' } & CrawlProgress)
  | ({
      readonly event: 'ended';
      readonly state: 'finished' | 'paused';
      readonly reason: string | null;
      /** When a site asks to come back, in milliseconds since 1970; null when it does not say. */
      readonly resumeAt: number | null;
      /** What else the user should know, in sentences. */
      readonly notices: readonly string[];
    } & CrawlProgress);

/** `until` is in milliseconds since 1970. */
export const waitingEvent = (until: number, host?: string): CrawlEvent => ({
  event: 'waiting',
  until: new Date(until).toISOString(),
  ...(host !== undefined && { host }),
});

export type PageVisited = Extract<CrawlEvent, { event: 'page' }>;

type ReportedVisitFields =
  | 'status'
  | 'outcome'
  | 'type'
  | 'bytes'
  | 'errorCode'
  | 'errorMessage'
  | 'flag'
  | 'reason';

/** The event of a visit; `links` is the number of new pages it found. */
export function pageEvent(
  { url }: Pick<QueuedPage, 'url'>,
  visit: Pick<NewVisit, ReportedVisitFields>,
  links: number,
): PageVisited {
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
