import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe('which segment is which', () => {
  const list = (...items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}`).join('')}</ul>`;
  const likes = (...counts: readonly number[]) => list(...counts.map((count) => `${count} likes`));
  const between = list('red boats', 'blue boats');

  test.each([
    [
      'two words do not identify a segment elsewhere',
      `<p>only 3 left${between}`,
      `<p>warm coats${between}<p>only 5 left`,
      ['changed | only 3 left | warm coats', 'new | only 5 left'],
    ],
    [
      'three words do',
      `<p>bus leaves at 9${between}`,
      `<p>warm coats${between}<p>bus leaves at 10`,
      ['new | warm coats', 'changed | bus leaves at 9 | bus leaves at 10'],
    ],
    [
      'of two that are alike, the one at the place is meant',
      '<p>bus 3 leaves at noon',
      '<p>bus 4 leaves at noon<p>bus 5 leaves at noon',
      ['changed | bus 3 leaves at noon | bus 4 leaves at noon', 'new | bus 5 leaves at noon'],
    ],
    [
      'of two that share as much, the one at the path is meant',
      '<div><p>one two three</div>',
      '<p>one two four<div><p>one two five</div>',
      ['new | one two four', 'changed | one two three | one two five'],
    ],
    [
      'a heading is not what became of a paragraph',
      '<p>high tide at noon',
      '<h2>high tide at six</h2>',
      ['new | high tide at six', 'gone | high tide at noon'],
    ],
    [
      'a heading at the path of a paragraph is not, either',
      '<section>old words</section>',
      '<section><h2>x</h2></section>',
      ['new | x', 'gone | old words'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(compare(before, after).filter((line) => !line.startsWith('same'))).toEqual(expected);
  });

  test('a list of counters that was turned round has moved', () => {
    expect(
      compare(likes(1, 2, 3, 4), likes(4, 3, 2, 1)).filter((line) => line.startsWith('moved')),
    ).toHaveLength(3);
  });

  test('counters with new numbers stay where they are, even if another had the number', () => {
    const posts = (ann: number, bob: number) => `<h3>Ann</h3><p>${ann} likes<h3>Bob</h3><p>${bob} likes`;
    expect(compare(posts(4, 7), posts(7, 9)).filter((line) => !line.startsWith('same'))).toEqual([
      'changed | 4 likes | 7 likes',
      'changed | 7 likes | 9 likes',
    ]);
  });

  test('times that moved on stay in their rows', () => {
    const rows = (...days: readonly number[]) =>
      `<table>${days.map((day, row) => `<tr><td>post ${'abc'[row]}<td>${day} days ago`).join('')}</table>`;
    expect(compare(rows(2, 3, 4), rows(3, 4, 5)).filter((line) => !line.startsWith('same'))).toEqual([
      'changed | 2 days ago | 3 days ago',
      'changed | 3 days ago | 4 days ago',
      'changed | 4 days ago | 5 days ago',
    ]);
  });

  test('what moved and changed says both', () => {
    const changes = compareSegments(leaves('<p>x y<p>Monday'), leaves('<p>Monday night<p>x y'));
    expect(changes).toMatchObject([{ flag: 'changed', isMoved: true }, { flag: 'same' }]);
  });

  test('in a gap of more than 5,000 segments those in the same order are paired, if they are of one kind', () => {
    const many = (word: string, first: string) =>
      leaves(`${first}${Array.from({ length: 5001 }, (_, i) => `<p>${word}${i}`).join('')}`);
    const changes = compareSegments(many('a', '<h2>x</h2>'), many('b', '<p>y'));
    expect(changes.filter(({ flag }) => flag === 'changed')).toHaveLength(5001);
    expect(changes.filter(({ flag }) => flag === 'gone')).toMatchObject([{ before: { text: 'x' } }]);
    expect(changes.filter(({ flag }) => flag === 'new')).toMatchObject([{ after: { text: 'y' } }]);
  });
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
