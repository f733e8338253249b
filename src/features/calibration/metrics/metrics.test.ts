import { expect, test } from 'vitest';
import type { SiteResult } from '../points/point-result.ts';
import { figuresOf, measured } from './metrics.ts';

/** Six states: 0, 1 and 2 are the same to people, and so are 3 and 4. */
const judged = { site: 1, classOf: [0, 0, 0, 3, 3, 5], tried: 40 };
const result = (kept: readonly number[], takenFor: readonly number[], tried = 10): SiteResult => ({
  ...{ site: 1, kept, takenFor, unreached: [], tried },
});

test('a setting that sees states as people do has no errors', () => {
  const sites = [{ judged, result: result([0, 3, 5], [0, 0, 0, 3, 3, 5]) }];
  expect(figuresOf(sites)).toEqual({ missed: 0, duplicates: 0, error: 0, f1: 1, speed: 0.75 });
});

test('states that are found again are duplicates, and pairs are missing', () => {
  const sites = [{ judged, result: result([0, 1, 3, 5], [0, 1, 0, 3, 3, 5], 20) }];
  // Of four pairs, 0-2 and 3-4 are found: precision 1, recall 1/2.
  expect(figuresOf(sites)).toEqual({ missed: 0, duplicates: 1, error: 1, f1: 2 / 3, speed: 0.5 });
});

test('states that are taken for others are missed', () => {
  const sites = [{ judged, result: result([0], [0, 0, 0, 0, 0, 0]) }];
  // Of fifteen pairs, four are right.
  expect(figuresOf(sites)).toMatchObject({ missed: 2, duplicates: 0, error: 2, f1: 8 / 19 });
});

test('figures of several sites are added up, and unjudged ones do not count', () => {
  const point = {
    sites: [
      result([0], [0, 0, 0, 0, 0, 0]),
      { ...result([0, 1], [0, 1]), site: 2 },
      { ...result([0], [0]), site: 3 },
    ],
    microsPerPage: 0,
  };
  const second = { site: 2, classOf: [0, 0], tried: 4 };
  const sites = measured([judged, second], point);
  expect(sites.map(({ result: { site } }) => site)).toEqual([1, 2]);
  expect(figuresOf(sites)).toMatchObject({ missed: 2, duplicates: 1, error: 3 });
});
