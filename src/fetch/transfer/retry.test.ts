import { describe, expect, test } from 'vitest';
import { FetchError } from '../errors.ts';
import { delayAfter, retry, usualRetries } from './retry.ts';

const atOnce = { attempts: 3, firstDelay: 0, longestDelay: 0 };
const passing = () => new FetchError('FETCH_TIMEOUT_TOTAL', 'too slow', { url: 'http://a.example/' });
const final = () => new FetchError('FETCH_TOO_LARGE', 'too large', { url: 'http://a.example/' });

/** Throws these failures, one for each try, then answers with the number of the try. */
function failing(...failures: readonly Error[]) {
  return async (attempt: number) => {
    const failure = failures[attempt - 1];
    if (failure !== undefined) throw failure;
    return attempt;
  };
}

describe('waits between tries', () => {
  test('double with each try, up to the longest', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => delayAfter(attempt, usualRetries));
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  test('are what the server asks for, up to the longest', () => {
    expect(delayAfter(1, usualRetries, 5000)).toBe(5000);
    expect(delayAfter(4, usualRetries, 0)).toBe(0);
    expect(delayAfter(1, usualRetries, 1e18)).toBe(60_000);
  });
});

describe('trying again', () => {
  test('a failure that may pass is tried again, as often as the policy says', async () => {
    expect(await retry(failing(passing(), passing()), { policy: atOnce })).toBe(3);
    await expect(retry(failing(passing(), passing(), passing()), { policy: atOnce })).rejects.toThrow('slow');
  });

  test('a final failure is not', async () => {
    await expect(retry(failing(final()), { policy: atOnce })).rejects.toThrow('too large');
  });

  test('nor is a bug of our own', async () => {
    await expect(retry(failing(new TypeError('bug')), { policy: atOnce })).rejects.toThrow('bug');
  });

  test('an answer that means trouble is tried again; the last one counts', async () => {
    const ask = async (attempt: number) => attempt;
    const troubleOf = (attempt: number) => (attempt < 2 ? { askedFor: null } : null);
    expect(await retry(ask, { policy: atOnce, troubleOf })).toBe(2);
    expect(await retry(ask, { policy: atOnce, troubleOf: () => ({ askedFor: null }) })).toBe(3);
  });

  test('an answer that means trouble is tried again when the server says', async () => {
    const ask = async (attempt: number) => attempt;
    const policy = { attempts: 2, firstDelay: 1e9, longestDelay: 1e9 };
    expect(await retry(ask, { policy, troubleOf: () => ({ askedFor: 0 }) })).toBe(2);
  });

  test('nothing is tried again after the signal', async () => {
    const signal = AbortSignal.abort();
    const ask = async (attempt: number) => attempt;
    expect(await retry(ask, { policy: atOnce, signal, troubleOf: () => ({ askedFor: 0 }) })).toBe(1);
    await expect(retry(failing(passing(), final()), { policy: atOnce, signal })).rejects.toThrow('slow');
  });

  test('aborting ends the wait, and the last failure is thrown', async () => {
    const stopping = new AbortController();
    const ask = async (attempt: number): Promise<never> => {
      if (attempt === 1) queueMicrotask(() => stopping.abort());
      throw passing();
    };
    const policy = { attempts: 9, firstDelay: 1e9, longestDelay: 1e9 };
    await expect(retry(ask, { policy, signal: stopping.signal })).rejects.toThrow('slow');
  });
});
