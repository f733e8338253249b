import { expect, test } from 'vitest';
import { parseTerse } from '../detector-schema.ts';

test.each([
  ['price < 30', { number: { beside: ['price'], below: 30 } }],
  ['price below 29,90 €', { number: { beside: ['price'], below: 29.9 } }],
  ['in stock > 5', { number: { beside: ['in', 'stock'], above: 5 } }],
  ['.price < $30', { number: { selector: '.price', below: 30 } }],
  ['price falls by 5 %', { number: { beside: ['price'], fallsBy: '5%' } }],
  ['visitors changes by 100', { number: { beside: ['visitors'], changesBy: 100 } }],
  ['"bird flu"', { phrase: 'bird flu' }],
  ['virus near flu', { close: { words: ['virus', 'flu'], within: 5 } }],
  ['virus near bird flu within 9', { close: { words: ['virus', 'bird flu'], within: 9 } }],
  ['virus, flu', { words: ['virus', 'flu'] }],
  ['/CVE-\\d+/', { pattern: 'CVE-\\d+' }],
  ['any change', { change: 'any' }],
  ['page missing', { page: ['missing'] }],
  ['new page', { page: ['new'] }],
])('%s', (written, expected) => {
  expect(parseTerse(written)).toEqual(expected);
});

test.each([
  ['  ', 'the condition is empty'],
  ['price < cheap', '"cheap" is not a number: write it with digits, as in 30 or 29.90'],
  ['< 30', '"< 30" does not say which number: write price < 30'],
  ['flu & virus', '"flu & virus" is not understood at &'],
])('%s is refused in words', (written, message) => {
  expect(() => parseTerse(written)).toThrow(message);
});
