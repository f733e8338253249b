import { setTimeout } from 'node:timers/promises';
import {
  type FetchResult,
  type HttpSession,
  type PageFetcher,
  type RetryPolicy,
  retry,
} from '../../fetch/index.ts';
import type { StepVisitor } from '../steps/step-action.ts';

interface VisitorOptions {
  readonly fetcher: PageFetcher;
  readonly session: HttpSession;
  /** Milliseconds between two requests. */
  readonly delay: number;
  readonly retries: RetryPolicy;
}

/**
 * Sends one request after the other, as a person with a browser does. It does not use the engine's queue: a log-in that a
 * page under way needs would wait for that page. A POST is never sent twice.
 */
export function politeVisitor({ fetcher, session, delay, retries }: VisitorOptions): StepVisitor {
  let before: Promise<unknown> = Promise.resolve();
  const ask: StepVisitor = (request) => {
    const isRepeatable = (request.method ?? 'GET') === 'GET';
    return retry(() => fetcher.fetch({ ...request, session }), {
      policy: isRepeatable ? retries : { ...retries, attempts: 1 },
      troubleOf,
    });
  };
  return (request) => {
    const answer = before.then(() => ask(request));
    before = answer.catch(() => null).then(() => (delay > 0 ? setTimeout(delay) : null));
    return answer;
  };
}

/** An overloaded server may say when to come back. */
function troubleOf({ status, retryAfterMs }: FetchResult): { readonly askedFor: number | null } | null {
  return status === 429 || status === 503 ? { askedFor: retryAfterMs } : null;
}
