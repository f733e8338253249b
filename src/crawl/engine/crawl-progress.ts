import type { NewVisit } from '../tables/visit.ts';

/** What a run has done so far. */
export interface CrawlProgress {
  readonly pages: number;
  readonly errors: number;
  readonly leftOut: number;
  /** Pages that count towards the page limit. */
  readonly requested: number;
  readonly bytes: number;
  readonly queued: number;
  readonly inFlight: number;
  readonly hosts: number;
  readonly ms: number;
}

/** How a run, or a step of it, ended. */
export interface CrawlEnding extends CrawlProgress {
  readonly state: 'finished' | 'paused';
  readonly reason: string | null;
  /** When a site that asked for a long wait may be requested again, in milliseconds since 1970; null for any other reason. */
  readonly resumeAt: number | null;
  /** Whether it paused because the site failed, and not because it was asked to. */
  readonly isTrouble?: boolean;
}

/** The limits of a run. The first one reached pauses it; it can be resumed with other limits. */
export interface CrawlLimits {
  /** Requested pages, whatever the answer. */
  readonly pages: number;
  readonly bytes: number;
  readonly ms: number;
}

/** Which limit is reached, in words; null when none is. */
export function limitReached(
  { pages, bytes, ms }: CrawlLimits,
  used: CrawlLimits,
  counted: 'pages' | 'files' = 'pages',
): string | null {
  if (used.pages >= pages) return `${pages} ${counted} requested`;
  if (used.bytes >= bytes) return `${bytes} bytes fetched`;
  return used.ms >= ms ? `${Math.round(ms / 1000)} seconds passed` : null;
}

/**
 * Counts the visits of a run by outcome, and how many of them requested a page, whatever the answer. Retries and redirects do not count; site maps
 * have a limit of their own (`mostSitemaps`).
 */
export class VisitCounts implements Pick<CrawlProgress, 'pages' | 'errors' | 'leftOut' | 'requested'> {
  pages = 0;
  errors = 0;
  leftOut = 0;
  requested = 0;

  add({ outcome, status }: Pick<NewVisit, 'outcome' | 'status'>, linkKind = 'page'): void {
    if (outcome === 'ok') this.pages++;
    else if (outcome === 'error') this.errors++;
    else this.leftOut++;
    const isUnasked = outcome === 'left-out' && status === null;
    if (!isUnasked && !isRedirect({ outcome, status }) && linkKind !== 'listed') this.requested++;
  }
}

export const isRedirect = ({ outcome, status }: Pick<NewVisit, 'outcome' | 'status'>): boolean =>
  outcome === 'left-out' && status !== null && status >= 300 && status < 400;
