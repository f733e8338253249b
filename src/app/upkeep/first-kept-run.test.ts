import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Run } from '../../store/index.ts';
import { firstKeptRun } from './first-kept-run.ts';

const DAY = 86_400_000;
const now = 1000 * DAY;

/** Newest first. Each letter is a run, one a day until today: finished, paused, confirmed. */
const runs = (letters: string): readonly Run[] =>
  [...letters].reverse().map((letter, place): Run => {
    const number = letters.length - place;
    return {
      id: 100 + number,
      projectId: 1,
      number,
      state: letter === 'p' ? 'paused' : 'finished',
      startedAt: now - place * DAY,
      endedAt: now - place * DAY,
      settings: '{}',
      savedState: null,
      pauseReason: null,
      resumeAt: null,
      knownPages: null,
      confirmed: letter === 'c' ? { at: now, by: 'me' } : null,
      tidiedAt: null,
    };
  });

const facts = { confirms: false, unread: null, now };

test('the last finished run and all after it stay', () => {
  expect(firstKeptRun({}, { ...facts, runs: runs('fff') })).toBe(103);
  expect(firstKeptRun({}, { ...facts, runs: runs('ffpp') })).toBe(102);
  expect(firstKeptRun({}, { ...facts, runs: runs('pp') })).toBeNull();
  expect(firstKeptRun({}, { ...facts, runs: [] })).toBeNull();
});

test('so do runs of so many days', () => {
  expect(firstKeptRun({ days: 3 }, { ...facts, runs: runs('fffff') })).toBe(103);
});

test('runs that nobody has confirmed stay where somebody has to', () => {
  expect(firstKeptRun({}, { ...facts, confirms: true, runs: runs('fcff') })).toBe(103);
  expect(firstKeptRun({}, { ...facts, confirms: true, runs: runs('fff') })).toBe(101);
  expect(firstKeptRun({}, { ...facts, confirms: false, runs: runs('fcff') })).toBe(104);
});

test('runs with changes that a reader of the feed has not seen stay', () => {
  expect(firstKeptRun({}, { ...facts, unread: 102, runs: runs('ffff') })).toBe(102);
});

test('whatever else needs runs can only keep more of them', () => {
  const letters = fc
    .array(fc.constantFrom('f', 'p', 'c'), { minLength: 1, maxLength: 12 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(
      letters,
      fc.nat(14),
      fc.boolean(),
      fc.option(fc.integer({ min: 101, max: 112 })),
      (text, days, confirms, unread) => {
        const least = firstKeptRun({}, { ...facts, runs: runs(text) });
        const kept = firstKeptRun({ days }, { ...facts, confirms, unread, runs: runs(text) });
        expect(kept === null).toBe(least === null);
        if (least !== null) expect(kept).toBeLessThanOrEqual(least);
      },
    ),
    { seed: 15 },
  );
});
