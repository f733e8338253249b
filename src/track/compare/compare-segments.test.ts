import fc from 'fast-check';
import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { compareSegments } from './compare-segments.ts';

const leaves = (html: string) => segmentHtml(Buffer.from(html)).leaves;
const compare = (before: string, after: string): readonly string[] =>
  compareSegments(leaves(before), leaves(after)).map(({ flag, before: old, after: now }) =>
    [flag, old?.text, now?.text].filter((part) => part !== undefined).join(' | '),
  );

test.each([
  ['nothing', '<p>a<p>b', '<p>a<p>b', ['same | a | a', 'same | b | b']],
  [
    'a word',
    '<p>high tide at noon',
    '<p>low tide at noon',
    ['changed | high tide at noon | low tide at noon'],
  ],
  ['a new paragraph', '<p>a<p>c', '<p>a<p>b<p>c', ['same | a | a', 'new | b', 'same | c | c']],
  ['a paragraph less', '<p>a<p>b<p>c', '<p>a<p>c', ['same | a | a', 'gone | b', 'same | c | c']],
  [
    'a moved paragraph',
    '<p>a<p>b<p>c<p>d',
    '<p>d<p>a<p>b<p>c',
    ['moved | d | d', 'same | a | a', 'same | b | b', 'same | c | c'],
  ],
  [
    'a price',
    '<table><tr><td>12.50<td>x</table>',
    '<table><tr><td>15.20<td>x</table>',
    ['changed | 12.50 | 15.20', 'same | x | x'],
  ],
  [
    'all words at one place',
    '<p>a<div>old words</div><p>c',
    '<p>a<div>new things</div><p>c',
    ['same | a | a', 'changed | old words | new things', 'same | c | c'],
  ],
])('finds %s', (_, before, after, expected) => {
  expect(compare(before, after)).toEqual(expected);
});

test('a link that leads elsewhere is a change, unless it is the same link', () => {
  const [before, after] = [leaves('<p><a href="/a?sid=1">x</a>'), leaves('<p><a href="/a?sid=2">x</a>')];
  expect(compareSegments(before, after)[0]?.flag).toBe('changed');
  expect(compareSegments(before, after, ({ url }) => url.replace(/\?.*/, ''))[0]?.flag).toBe('same');
});

test('an image with another address is a change', () => {
  expect(compareSegments(leaves('<img src=a.png>'), leaves('<img src=b.png>'))[0]?.flag).toBe('changed');
});

const paragraph = fc.constantFrom('a', 'b', 'c', 'tide high', 'tide low', 'x y z', '5', '6');
const page = fc
  .array(paragraph, { maxLength: 14 })
  .map((texts) => texts.map((text) => `<p>${text}`).join(''));

test('every segment of both versions is listed once', () => {
  fc.assert(
    fc.property(page, page, (before, after) => {
      const [old, now] = [leaves(before), leaves(after)];
      const changes = compareSegments(old, now);
      expect(changes.flatMap((change) => change.after ?? [])).toEqual(now);
      expect(new Set(changes.flatMap((change) => change.before ?? []))).toEqual(new Set(old));
      expect(changes.filter((change) => change.before !== null)).toHaveLength(old.length);
    }),
    { seed: 5, numRuns: 1500 },
  );
});

test('a version compared with itself is the same; equal segments are never both new and gone', () => {
  fc.assert(
    fc.property(page, page, (before, after) => {
      expect(compareSegments(leaves(before), leaves(before)).every(({ flag }) => flag === 'same')).toBe(true);
      const changes = compareSegments(leaves(before), leaves(after));
      const gone = new Set(changes.flatMap((change) => (change.flag === 'gone' ? change.before.text : [])));
      for (const change of changes) if (change.flag === 'new') expect(gone).not.toContain(change.after.text);
    }),
    { seed: 6, numRuns: 800 },
  );
});
