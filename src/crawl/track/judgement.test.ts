import { expect, test } from 'vitest';
import { packSamples, unpackSamples } from '../../track/index.ts';
import type { LastGood } from '../tables/frontier.ts';
import { visitRate } from './judgement.ts';

const day = 86_400_000;
const lastGood: LastGood = {
  at: 10 * day,
  etag: null,
  lastModified: null,
  sha256: null,
  type: null,
  bytes: null,
  versionRunId: 1,
};

test.each([
  ['SAM', false],
  ['UPD', true],
] as const)('a visit that finds %s adds a sample', (flag, hasChanged) => {
  const samples = packSamples([{ days: 1, hasChanged: false }]);
  const rate = visitRate({ lastGood, samples }, flag, 12 * day);
  expect(unpackSamples(rate.samples)).toEqual([
    { days: 1, hasChanged: false },
    { days: 2, hasChanged },
  ]);
});

test('a page that stayed the same for two days is due four days later', () => {
  expect(visitRate({ lastGood, samples: null }, 'SAM', 12 * day).dueAt).toBe(16 * day);
});

test('a clock that was set back does not count backwards', () => {
  expect(unpackSamples(visitRate({ lastGood, samples: null }, 'SAM', 9 * day).samples)[0]?.days).toBeLessThan(
    1e-5,
  );
});

test.each(['NEW', 'MIS', 'ERR'] as const)('%s says nothing about how often a page changes', (flag) => {
  expect(visitRate({ lastGood, samples: null }, flag, 12 * day)).toEqual({ samples: null, dueAt: null });
});

test('nor does any flag without a good version', () => {
  expect(visitRate({ lastGood: null, samples: null }, 'SAM', 12 * day)).toEqual({
    samples: null,
    dueAt: null,
  });
});
