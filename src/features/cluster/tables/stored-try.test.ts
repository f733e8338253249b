import { expect, test } from 'vitest';
import { lostTries, storedTry } from './stored-try.ts';

const job = (retryCount: number, id = 'job') => ({ id, retryCount });

test('tries are lost in a row since the last one that stored a visit', () => {
  expect([0, 1, 2, 3].map((count) => lostTries(job(count), null))).toEqual([0, 1, 2, 3]);
  expect([4, 5, 6].map((count) => lostTries(job(count), storedTry(job(4))))).toEqual([0, 1, 2]);
});

test('the same try is not counted again when its worker goes on after the database was away', () => {
  expect([lostTries(job(1), null), lostTries(job(1), null)]).toEqual([1, 1]);
});

test('the next job of a run starts from the beginning', () => {
  expect(lostTries(job(0, 'end'), storedTry(job(7)))).toBe(0);
  expect(lostTries(job(2, 'end'), storedTry(job(7)))).toBe(2);
});
