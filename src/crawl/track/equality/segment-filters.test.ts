import { expect, test } from 'vitest';
import { type Segment, segmentHtml } from '../../../document/index.ts';
import { ignoreText as ignoreOnPage, withoutMarkup } from './segment-filters.ts';

/** The filter of a page with one segment. */
const ignoreText = (patterns: readonly string[]) => {
  const filter = ignoreOnPage(patterns);
  return (segment: Segment) => filter([segment])?.[0] ?? null;
};

const segmentOf = (html: string) => {
  const [segment] = segmentHtml(Buffer.from(html)).leaves;
  if (segment === undefined) throw new Error('no segment');
  return segment;
};

test('what matches is removed, and the tags around it stay', () => {
  const left = ignoreText(['\\d+'])(segmentOf('<p>Seen <b>17</b> times by us'));
  expect(left?.tokens).toEqual(['Seen', '<b>', '</b>', 'times', 'by', 'us']);
  expect(left?.text).toBe('Seen times by us');
});

test('two segments that differ only in it are equal afterwards', () => {
  const ignored = ignoreText(['Visitors: [0-9,]+ ?']);
  const [one, two] = ['5', '6,123'].map((count) => ignored(segmentOf(`<p>Visitors: ${count} today`)));
  expect([one?.high, one?.low, one?.tokens]).toEqual([two?.high, two?.low, two?.tokens]);
});

test('of a word that matches in part, the rest remains', () => {
  expect(ignoreText(['[0-9]+'])(segmentOf('<p>build a12b done'))?.tokens).toEqual([
    'build',
    'a',
    'b',
    'done',
  ]);
});

test('a segment with nothing else is left out, unless it has a link', () => {
  const ignored = ignoreText(['now|then']);
  expect(ignored(segmentOf('<p><b>now</b>'))).toBeNull();
  expect(ignored(segmentOf('<p><a href=/x>now</a>'))?.links).toHaveLength(1);
});

test('a segment without it stays the same object', () => {
  const segment = segmentOf('<p>nothing here');
  expect(ignoreText(['x*', 'zzz'])(segment)).toBe(segment);
});

test('an invalid pattern is refused', () => {
  expect(() => ignoreText(['('])).toThrow(SyntaxError);
});

test('a less-than sign in the text is not a tag', () => {
  expect(ignoreText(['x'])(segmentOf('<p>a &lt; b x'))?.tokens).toEqual(['a', '<', 'b']);
  expect(withoutMarkup(segmentOf('<p>a &lt; <b>b</b>'))[0]?.tokens).toEqual(['a', '<', 'b']);
});

test('without mark-up there are no tags, no links, and nothing that readers do not see', () => {
  expect(withoutMarkup(segmentOf('<p><a href=/x>a <b>b</b></a>'))).toMatchObject([
    { text: 'a b', links: [] },
  ]);
  expect(withoutMarkup(segmentOf('<p><img src=/x.png>'))).toEqual([]);
  const description = segmentHtml(Buffer.from('<meta name=description content="All about tea">')).leaves;
  expect(description.map(({ kind }) => kind)).toEqual(['description']);
  expect(description.flatMap(withoutMarkup)).toEqual([]);
});

test('a page on which the patterns take too long cannot be shown without what they match', () => {
  // At each x the pattern looks for a y up to the end.
  const [long, short] = [4_000, 100].map((thousand) => segmentOf(`<p>${'x '.repeat(thousand * 500)}`));
  expect(ignoreOnPage(['x(.*y)?'])([long as Segment])).toBeNull();
  expect(ignoreOnPage(['z+'])([short as Segment])).toEqual([short]);
});
