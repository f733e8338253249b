import { expect, test } from 'vitest';
import { segmentHtml } from '../../../document/index.ts';
import { ignoredText } from './ignored-text.ts';

const leafOf = (html: string) => {
  const [leaf] = segmentHtml(Buffer.from(html)).leaves;
  if (leaf === undefined) throw new Error('no leaf');
  return leaf;
};

test('what matches is taken out, and the tags around it stay', () => {
  const left = ignoredText(['\\d+'])(leafOf('<p>Seen <b>17</b> times by us'));
  expect(left?.tokens).toEqual(['Seen', '<b>', '</b>', 'times', 'by', 'us']);
  expect(left?.text).toBe('Seen times by us');
});

test('two leaves that differ in it only are equal afterwards', () => {
  const ignored = ignoredText(['Visitors: [0-9,]+ ?']);
  const [one, two] = ['5', '6,123'].map((count) => ignored(leafOf(`<p>Visitors: ${count} today`)));
  expect([one?.high, one?.low, one?.tokens]).toEqual([two?.high, two?.low, two?.tokens]);
});

test('of a word that matches in part, the rest is left', () => {
  expect(ignoredText(['[0-9]+'])(leafOf('<p>build a12b done'))?.tokens).toEqual(['build', 'a', 'b', 'done']);
});

test('a leaf of nothing else is left out, unless it leads somewhere', () => {
  const ignored = ignoredText(['now|then']);
  expect(ignored(leafOf('<p><b>now</b>'))).toBeNull();
  expect(ignored(leafOf('<p><a href=/x>now</a>'))?.links).toHaveLength(1);
});

test('a leaf without it is the same leaf', () => {
  const leaf = leafOf('<p>nothing here');
  expect(ignoredText(['x*', 'zzz'])(leaf)).toBe(leaf);
});

test('a pattern that is none is refused', () => {
  expect(() => ignoredText(['('])).toThrow(SyntaxError);
});
