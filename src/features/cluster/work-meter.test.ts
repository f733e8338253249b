import { expect, test } from 'vitest';
import { WorkMeter } from './run-worker.ts';

test('pages, those that failed, requests that were tried again, and bytes are counted', () => {
  const meter = new WorkMeter();
  const page = {
    event: 'page',
    url: 'https://example.org/',
    status: 200,
    type: null,
    links: 0,
    flag: 'NEW',
    code: null,
    error: null,
    reason: null,
  } as const;
  meter.note({ ...page, outcome: 'ok', bytes: 10 });
  meter.note({ event: 'retry', url: page.url, attempt: 1, error: 'cut off', inMs: 5 });
  meter.note({ ...page, outcome: 'error', bytes: 2 });
  expect(meter.done).toEqual({ pages: 2, errors: 1, retries: 1, bytes: 12 });
});
