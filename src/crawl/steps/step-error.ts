import type { SeenPage } from '../../access/index.ts';
import { CrawlError } from '../errors.ts';

/** CRAWL_STEP_FAILED: a step of a project did not come to where it should. */
export class StepError extends CrawlError {
  /** What was seen instead, for looking at; null when the failure is not about a page. Holds no secret. */
  readonly page: SeenPage | null;

  constructor(message: string, page: SeenPage | null, cause?: unknown) {
    super('CRAWL_STEP_FAILED', message, null, cause);
    this.page = page;
  }
}
