import type { NewVisit } from '../tables/records.ts';

/** What a run has done so far. */
export interface CrawlProgress {
  readonly pages: number;
  readonly errors: number;
  readonly leftOut: number;
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
  /** When a site that asked for a long wait may be asked again, in milliseconds since 1970; null for any other reason. */
  readonly resumeAt: number | null;
  /** Whether it paused because the site failed, and not because it was asked to. */
  readonly isTrouble?: boolean;
}

/** How far a run may go. The first limit reached pauses it; it can be resumed with other limits. */
export interface CrawlLimits {
  readonly pages: number;
  readonly bytes: number;
  readonly ms: number;
}

/** Which limit is used up, in words; null when none is. */
export function limitReached(
  { pages, bytes, ms }: CrawlLimits,
  used: CrawlLimits,
  counted: 'pages' | 'files' = 'pages',
): string | null {
  if (used.pages >= pages) return `${pages} ${counted} fetched`;
  if (used.bytes >= bytes) return `${bytes} bytes fetched`;
  return used.ms >= ms ? `${Math.round(ms / 1000)} seconds passed` : null;
}

/** Counts the visits of a run by outcome. */
export class VisitCounts implements Pick<CrawlProgress, 'pages' | 'errors' | 'leftOut'> {
  pages = 0;
  errors = 0;
  leftOut = 0;

  add({ outcome }: Pick<NewVisit, 'outcome'>): void {
    if (outcome === 'ok') this.pages++;
    else if (outcome === 'error') this.errors++;
    else this.leftOut++;
  }
}
