import {
  type CrawlEnding,
  type CrawlLimits,
  type CrawlProgress,
  limitReached,
} from '../engine/crawl-progress.ts';

export const noProgress: CrawlProgress = {
  pages: 0,
  errors: 0,
  leftOut: 0,
  requested: 0,
  bytes: 0,
  queued: 0,
  inFlight: 0,
  hosts: 0,
  ms: 0,
};

/** Adds up the progress of all steps of a run. */
export class RunTotals {
  readonly #started: number;
  readonly #now: () => number;
  #before: CrawlProgress = noProgress;

  constructor(now: () => number) {
    this.#now = now;
    this.#started = now();
  }

  /** The progress of the current step plus all earlier ones; `step` is null between two steps. */
  with(step: CrawlProgress | null): CrawlProgress {
    const progress = step ?? { ...noProgress, queued: this.#before.queued };
    const { pages, errors, leftOut, requested, bytes, hosts } = this.#before;
    return {
      ...progress,
      pages: pages + progress.pages,
      errors: errors + progress.errors,
      leftOut: leftOut + progress.leftOut,
      requested: requested + progress.requested,
      bytes: bytes + progress.bytes,
      hosts: Math.max(hosts, progress.hosts),
      ms: this.#now() - this.#started,
    };
  }

  add(progress: CrawlProgress): void {
    this.#before = this.with(progress);
  }

  /** The rest of the run's limits. */
  remaining({ pages, bytes, ms }: CrawlLimits): CrawlLimits {
    const used = this.with(noProgress);
    return { pages: pages - used.requested, bytes: bytes - used.bytes, ms: ms - used.ms };
  }

  /** Which of the run's limits is reached, in words; null when none is. */
  reached(limits: CrawlLimits): string | null {
    const used = this.with(noProgress);
    return limitReached(limits, { ...used, pages: used.requested });
  }

  ending(state: CrawlEnding['state'], reason: string | null, resumeAt: number | null = null): CrawlEnding {
    return { state, reason, resumeAt, ...this.with(null) };
  }
}
