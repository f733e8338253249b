import { expect, test } from 'vitest';
import { outcomeOfStatus } from './outcome-of-status.ts';

test.each([429, 503])('%d is a sign of overload', (status) => {
  expect(outcomeOfStatus(status, '7', 1000)).toEqual({ kind: 'overloaded', retryAt: 8000 });
  expect(outcomeOfStatus(status, null, 1000)).toEqual({ kind: 'overloaded', retryAt: null });
});

test.each([200, 304, 404, 500, 502])('%d is not', (status) => {
  expect(outcomeOfStatus(status, '7', 1000)).toEqual({ kind: 'answered' });
});
