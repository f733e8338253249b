import { expect, test } from 'vitest';
import { findNumbers } from './find-numbers.ts';

test.each([
  ['34.90 €', null, [34.9]],
  ['€34,90', null, [34.9]],
  ['$1,299.00', null, [1299]],
  ['1.299,00 €', null, [1299]],
  ['1 299,50 zł', 'pl', [1299.5]],
  ['1\u00a0299,50\u00a0€', 'fr', [1299.5]],
  ["CHF 1'299.50", null, [1299.5]],
  ['£1,299', null, [1299]],
  ['1.299 €', null, [1299]],
  ['1.299', null, [1.299]],
  ['1.299', 'de', [1299]],
  ['1,299', 'de', [1.299]],
  ['1,299', 'en', [1299]],
  ['0,125', 'en', [0.125]],
  ['12.345.678', null, [12345678]],
  ['30,- €', null, [30]],
  ['30zł', null, [30]],
  ['-5 °C', null, [-5]],
  ['−$5', null, [-5]],
  ['2020-2021', null, [2020, 2021]],
  ['50 %', null, [50]],
  ['50%', null, [50]],
  ['AH1N1, v2.0', null, []],
  ['In stock: 12. Rated 4.5', null, [12, 4.5]],
  ['7 items for 30,00', null, [7, 30]],
  ['no number', null, []],
] as const)('%s (%s)', (text, language, expected) => {
  expect(findNumbers(text, language).map(({ value }) => value)).toEqual(expected);
});

test('numbers have their places in the text', () => {
  const text = 'now €34,90 instead of 40';
  expect(findNumbers(text, null).map(({ start, end }) => text.slice(start, end))).toEqual(['34,90', '40']);
});

test.each([
  ['€ 34.90', [true]],
  ['34,90\u00a0€', [true]],
  ["CHF 1'299.50 for 2", [true, false]],
  ['30,- €', [true]],
  ['30zł', [true]],
  ['Lamp 3: € 12.90', [false, true]],
  ['12 krill', [false]],
])('%j is money: %j', (text, expected) => {
  expect(findNumbers(text, null).map(({ isMoney }) => isMoney)).toEqual(expected);
});
