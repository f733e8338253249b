import { setTimeout } from 'node:timers/promises';
import { TidemarkError } from '../../base/index.ts';

/** How often something is tried, and how long to wait between tries. The only place that knows. */
export interface RetryPolicy {
  /** All tries, including the first. */
  readonly attempts: number;
  /** Milliseconds before the second try; the wait doubles with each further one. */
  readonly firstDelay: number;
  /** No wait is longer than this, whatever a server asks for. */
  readonly longestDelay: number;
}

export const usualRetries: RetryPolicy = { attempts: 3, firstDelay: 1000, longestDelay: 60_000 };

/** Milliseconds to wait after the given try failed. `askedFor` is what the server asked for, or null. */
export function delayAfter(attempt: number, policy: RetryPolicy, askedFor: number | null = null): number {
  return Math.min(askedFor ?? policy.firstDelay * 2 ** (attempt - 1), policy.longestDelay);
}

/** Whether a failure may pass and an attempt is left. */
export function mayRetry(error: unknown, attempt: number, { attempts }: RetryPolicy): boolean {
  return error instanceof TidemarkError && error.decision === 'retry' && attempt < attempts;
}

interface RetryOptions<Answer> {
  readonly policy: RetryPolicy;
  /** Aborting it ends the wait and allows one last try. */
  readonly signal?: AbortSignal;
  /** An answer that is worth another try: how long the server asks us to wait, or null if it does not say. */
  readonly troubleOf?: (answer: Answer) => { readonly askedFor: number | null } | null;
}

/** Asks until an answer is good, a failure is final, or the tries are used up. The last answer or failure counts. */
export async function retry<Answer>(
  ask: (attempt: number) => Promise<Answer>,
  { policy, signal, troubleOf = () => null }: RetryOptions<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    let askedFor: number | null = null;
    try {
      const answer = await ask(attempt);
      const trouble = troubleOf(answer);
      if (trouble === null || attempt >= policy.attempts || signal?.aborted) return answer;
      askedFor = trouble.askedFor;
    } catch (error) {
      if (!mayRetry(error, attempt, policy) || signal?.aborted) throw error;
    }
    await wait(delayAfter(attempt, policy, askedFor), signal);
  }
}

/** Ends early when the signal is aborted; the next try then is the last. */
async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms > 0) await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
