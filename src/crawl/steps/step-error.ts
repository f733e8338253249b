import { AccessError, type Redactor, type SeenPage } from '../../access/index.ts';
import { FetchError } from '../../fetch/index.ts';
import type { ProjectDefinition } from '../../project/index.ts';
import { CrawlError } from '../errors.ts';

/** CRAWL_STEP_FAILED: a step of a project did not reach its page. */
export class StepError extends CrawlError {
  /** The page that was seen instead; null when the failure is not about a page. Contains no secret. */
  readonly page: SeenPage | null;

  constructor(message: string, page: SeenPage | null, cause?: unknown) {
    super('CRAWL_STEP_FAILED', message, null, cause);
    this.page = page;
  }
}

/** Adds the name of the step to a failure. Other errors (a full disk) are not about the step. */
export function stepFailure(step: string, error: unknown, redactor: Redactor): unknown {
  if (!(error instanceof StepError || error instanceof AccessError || error instanceof FetchError))
    return error;
  const page = 'page' in error && error.page !== null ? withoutSecrets(error.page, redactor) : null;
  return new StepError(redactor.text(`${step}: ${error.message}`), page, causeOf(error, page, redactor));
}

/** A page may show what was typed into a form. */
function withoutSecrets(page: SeenPage, redactor: Redactor): SeenPage {
  const { url, title, excerpt, body } = page;
  return {
    ...page,
    url: redactor.text(url),
    title: redactor.text(title),
    excerpt: redactor.text(excerpt),
    body: redactor.bytes(body),
  };
}

function causeOf(error: Error, page: SeenPage | null, redactor: Redactor): unknown {
  if (!(error instanceof AccessError)) return error instanceof StepError ? error.cause : error;
  return new AccessError(error.code, redactor.text(error.message), page === null ? {} : { page });
}

/** What messages call a step: `step 2 ("search")`. */
export function nameOfStep({ steps = [] }: Pick<ProjectDefinition, 'steps'>, index: number): string {
  const name = steps[index]?.name;
  return `step ${index + 1}${name === undefined ? '' : ` ("${name}")`}`;
}
