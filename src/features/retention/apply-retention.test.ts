import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Run } from '../../crawl/tables/run.ts';
import { unneededExplorations } from '../states/exploration-before.ts';
import type { StoredExploration } from '../states/tables/exploration-tables.ts';
import { firstKeptRun } from './apply-retention.ts';

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
      dueAt: null,
      knownPages: null,
      confirmedAt: letter === 'c' ? now : null,
      confirmedBy: letter === 'c' ? 'me' : null,
      retentionAt: null,
    };
  });

const facts = { confirms: false, unread: null, now };

test('the last finished run and all after it stay', () => {
  expect(firstKeptRun({}, { ...facts, runs: runs('fff') })).toBe(103);
  expect(firstKeptRun({}, { ...facts, runs: runs('ffpp') })).toBe(102);
  expect(firstKeptRun({}, { ...facts, runs: runs('pp') })).toBeNull();
  expect(firstKeptRun({}, { ...facts, runs: [] })).toBeNull();
});

test('so do runs of a number of days', () => {
  expect(firstKeptRun({ days: 3 }, { ...facts, runs: runs('fffff') })).toBe(103);
});

test('unconfirmed runs stay in a project with `confirm: yes`', () => {
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

/** Newest first. Each letter is an exploration, one a day until today: with one setting or another, or broken off. */
const explorations = (letters: string): readonly StoredExploration[] =>
  [...letters].reverse().map((letter, place) => {
    const number = letters.length - place;
    return {
      id: number,
      projectId: 1,
      number,
      url: 'https://example.org/',
      settings: JSON.stringify({ setting: letter === 's' ? 'structure' : 'content' }),
      startedAt: now - place * DAY,
      endedAt: now - place * DAY,
      ending: letter === 'x' ? 'stopped' : 'complete',
    };
  });

test('the last exploration stays, and the one that it is compared with', () => {
  expect(unneededExplorations({}, explorations('cccc'), now)).toEqual([2, 1]);
  expect(unneededExplorations({}, explorations('c'), now)).toEqual([]);
  expect(unneededExplorations({}, [], now)).toEqual([]);
});

test('a number of them stays for each setting', () => {
  expect(unneededExplorations({ versions: 2 }, explorations('ccccc'), now)).toEqual([2, 1]);
  expect(unneededExplorations({}, explorations('ssscc'), now)).toEqual([1]);
});

test('so do those of a number of days', () => {
  expect(unneededExplorations({ days: 3 }, explorations('cccccc'), now)).toEqual([2, 1]);
});

test('one that was broken off stays while the next may go on with it, and counts for nothing', () => {
  expect(unneededExplorations({}, explorations('cccx'), now)).toEqual([1]);
  expect(unneededExplorations({}, explorations('ccxcc'), now)).toEqual([3, 2, 1]);
});
