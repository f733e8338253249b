import { type ErrorTable, TidemarkError } from '../base/index.ts';

export const crawlErrors = {
  CRAWL_NO_START: 'stop',
  CRAWL_HTTP_STATUS: 'skip',
  CRAWL_NO_PAGE: 'skip',
  CRAWL_ROBOTS_UNREACHABLE: 'skip',
  CRAWL_OVERLOADED: 'retry',
  CRAWL_STEP_FAILED: 'stop',
  CRAWL_TWIN_FAILED: 'retry',
  CRAWL_COMPARISON_FAILED: 'skip',
} as const satisfies ErrorTable;

/** A crawl that cannot start or continue, or a response that is not a page. */
export class CrawlError extends TidemarkError {
  declare readonly code: keyof typeof crawlErrors;
  /** How long the server asks us to wait; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    code: keyof typeof crawlErrors,
    message: string,
    retryAfterMs: number | null = null,
    cause?: unknown,
  ) {
    super(code, crawlErrors[code], message, cause);
    this.retryAfterMs = retryAfterMs;
  }
}
