import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { asWritten, learnVolatileRules, type Snapshot, type VolatileRule } from '../../track/index.ts';
import { changesBetween } from './version-changes.ts';

const page = (html: string): Snapshot => ({ segments: segmentHtml(Buffer.from(html)).leaves, at: null });
const options = (rules: readonly VolatileRule[] = []) => ({
  rules,
  identity: asWritten,
  nameOf: () => 'rule',
});

test('a change has the heading above it; a removed segment, the heading that was above it', () => {
  const before = page(
    '<p>intro</p><h2>Old prices</h2><p>The chair costs 29 euros now</p><h2>Rest</h2><p>some words here</p>',
  );
  const after = page('<p>intro</p><h2>Old prices</h2><p>The chair costs 31 euros now</p><h2>Rest</h2>');
  const found = changesBetween(before, after, options());
  expect(found.map(({ flag, heading }) => [flag, heading])).toEqual([
    ['changed', 'Old prices'],
    ['gone', 'Rest'],
  ]);
});

test('a text that a rule has seen rotate is noise; another one may be an edit, and is shown', () => {
  const shop = (price: number, advert: string) =>
    page(
      `<h1>Shop</h1><p>The chair costs ${price} euros</p><aside><p>${advert}</p></aside><p>Open all day</p>`,
    );
  const rules = learnVolatileRules(shop(29, 'Buy boats'), shop(29, 'Visit mountains soon'));
  const noiseOf = (advert: string) =>
    changesBetween(shop(29, 'Buy boats'), shop(31, advert), options(rules)).map(({ isNoise }) => isNoise);
  expect(noiseOf('Visit mountains soon')).toEqual([false, true]);
  expect(noiseOf('We close for good')).toEqual([false, false]);
});

test('two versions that share nothing are compared quickly, and nothing is noise', () => {
  const words = (seed: number) =>
    Array.from({ length: 30_000 }, (_, place) => `<p>w${seed}x${place} v${seed}x${place} words`).join('');
  const found = changesBetween(page(words(1)), page(words(2)), options());
  expect(found.length).toBeGreaterThanOrEqual(30_000);
  expect(found.some(({ isNoise }) => isNoise)).toBe(false);
});
