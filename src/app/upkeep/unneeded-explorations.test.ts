import { expect, test } from 'vitest';
import type { StoredExploration } from '../../store/index.ts';
import { unneededExplorations } from './unneeded-explorations.ts';

const DAY = 86_400_000;
const now = 1000 * DAY;

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

test('of each setting so many stay', () => {
  expect(unneededExplorations({ versions: 2 }, explorations('ccccc'), now)).toEqual([2, 1]);
  expect(unneededExplorations({}, explorations('ssscc'), now)).toEqual([1]);
});

test('so do those of so many days', () => {
  expect(unneededExplorations({ days: 3 }, explorations('cccccc'), now)).toEqual([2, 1]);
});

test('one that was broken off stays while the next may go on with it, and counts for nothing', () => {
  expect(unneededExplorations({}, explorations('cccx'), now)).toEqual([1]);
  expect(unneededExplorations({}, explorations('ccxcc'), now)).toEqual([3, 2, 1]);
});
