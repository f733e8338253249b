import { expect, test } from 'vitest';
import { packSamples, unpackSamples } from './packed-samples.ts';

test('samples come back', () => {
  const samples = [
    { days: 1, hasChanged: false },
    { days: 0.5, hasChanged: true },
    { days: 30, hasChanged: false },
  ];
  expect(unpackSamples(packSamples(samples))).toEqual(samples);
  expect(unpackSamples(null)).toEqual([]);
});

test('a change without any time between keeps its sign', () => {
  expect(unpackSamples(packSamples([{ days: 0, hasChanged: true }]))[0]).toMatchObject({ hasChanged: true });
});

test('old visits are forgotten', () => {
  const samples = Array.from({ length: 100 }, (_, day) => ({ days: day + 1, hasChanged: false }));
  const kept = unpackSamples(packSamples(samples));
  expect(kept).toHaveLength(64);
  expect(kept.at(-1)?.days).toBe(100);
});
