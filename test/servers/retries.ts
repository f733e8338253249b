import type { RetryPolicy } from '../../src/fetch/index.ts';

/** As often as usual, but without waiting: a test must not sleep. */
export const retryAtOnce: RetryPolicy = { attempts: 3, firstDelay: 0, longestDelay: 0 };

export const noRetry: RetryPolicy = { ...retryAtOnce, attempts: 1 };
