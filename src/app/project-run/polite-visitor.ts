import { setTimeout } from 'node:timers/promises';
import type { StepVisitor } from '../../crawl/index.ts';
import { FetchError, type FetchResult, type HttpSession, type PageFetcher } from '../../fetch/index.ts';
import { RETRY_DELAY } from '../site-fetcher.ts';

/** A server may ask for hours; a person is waiting. */
const LONGEST_WAIT = 60_000;

export interface VisitorOptions {
  readonly fetcher: PageFetcher;
  readonly session: HttpSession;
  /** Milliseconds between two requests. */
  readonly delay: number;
  readonly attempts: number;
}

/**
 * Asks one thing after the other, as somebody at a browser does. It has no place in the engine's queue: a log-in that
 * a page under way asks for would wait for that page. What was posted is not sent a second time.
 */
export function politeVisitor({ fetcher, session, delay, attempts }: VisitorOptions): StepVisitor {
  let before: Promise<unknown> = Promise.resolve();
  const ask: StepVisitor = async (request) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts || (request.method ?? 'GET') !== 'GET';
      const answer = await fetcher.fetch({ ...request, session }).catch((error: unknown) => {
        if (!isLast && error instanceof FetchError && error.decision === 'retry') return null;
        throw error;
      });
      if (answer !== null && (isLast || !isOverloaded(answer))) return answer;
      await setTimeout(Math.min(answer?.retryAfterMs ?? RETRY_DELAY * 2 ** (attempt - 1), LONGEST_WAIT));
    }
  };
  return (request) => {
    const answer = before.then(() => ask(request));
    before = answer.catch(() => null).then(() => (delay > 0 ? setTimeout(delay) : null));
    return answer;
  };
}

const isOverloaded = ({ status }: FetchResult): boolean => status === 429 || status === 503;
