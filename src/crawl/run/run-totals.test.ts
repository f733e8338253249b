import { expect, test } from 'vitest';
import { RunTotals } from './run-totals.ts';

const did = {
  pages: 3,
  errors: 0,
  leftOut: 0,
  requested: 3,
  bytes: 100,
  queued: 0,
  inFlight: 0,
  hosts: 1,
  ms: 0,
};
const none = Number.POSITIVE_INFINITY;

test('a limit that the steps reach together is reported as the user set it', () => {
  let now = 0;
  const totals = new RunTotals(() => now);
  const limits = { pages: 5, bytes: none, ms: 60_000 };
  totals.add(did);
  expect(totals.reached(limits)).toBeNull();
  expect(totals.remaining(limits).pages).toBe(2);
  totals.add({ ...did, pages: 1, errors: 1, requested: 2 });
  expect(totals.reached(limits)).toBe('5 pages requested');
  expect(totals.reached({ ...limits, pages: none, bytes: 200 })).toBe('200 bytes fetched');
  now = 60_000;
  expect(totals.reached({ ...limits, pages: none })).toBe('60 seconds passed');
});
