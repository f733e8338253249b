import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords } from './diff-words.ts';

test('finds the words that went and came', () => {
  expect(diffWords('High tide at noon.', 'Low tide at noon!')).toEqual([
    { kind: 'removed', text: 'High' },
    { kind: 'added', text: 'Low' },
    { kind: 'same', text: ' tide at noon' },
    { kind: 'removed', text: '.' },
    { kind: 'added', text: '!' },
  ]);
});

const text = fc
  .array(fc.constantFrom('a', 'b', 'tide', '5', ',', 'é', '潮', '🌊'), { maxLength: 30 })
  .map((words) => words.join(' '));

test('joined, the runs give either text', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = diffWords(before, after);
      const joined = (left: 'added' | 'removed'): string =>
        changes.flatMap((change) => (change.kind === left ? [] : change.text)).join('');
      expect(joined('removed')).toBe(after);
      expect(joined('added').replace(/\s+/g, '')).toBe(before.replace(/\s+/g, ''));
    }),
    { seed: 8, numRuns: 1500 },
  );
});

test('two texts of 100,000 words that share nothing are shown as replaced', () => {
  const words = (prefix: string): string =>
    Array.from({ length: 100_000 }, (_, i) => `${prefix}${i}`).join(' ');
  expect(diffWords(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

test.each([
  ['€ 18.50 a tin', '€ 16.90 a tin', ['18.50', '16.90']],
  ['from 1,000.5 on', 'from 1,200.5 on', ['1,000.5', '1,200.5']],
  ['on 2026-10-01 at noon', 'on 2026-11-16 at noon', ['2026-10-01', '2026-11-16']],
  ['at 09:15 today', 'at 10:15 today', ['09:15', '10:15']],
  ['runs v24.15.0 here', 'runs v24.21.0 here', ['v24.15.0', 'v24.21.0']],
  ['write to a.b@example.org now', 'write to c.b@example.org now', ['a.b@example.org', 'c.b@example.org']],
  [
    'see https://a.example/x/1.',
    'see https://a.example/x/2.',
    ['https://a.example/x/1', 'https://a.example/x/2'],
  ],
  ['the 1st of 3', 'the 2nd of 3', ['1st', '2nd']],
])('a number, date, time, version or address is one word: %s', (before, after, words) => {
  const changed = diffWords(before, after).filter(({ kind }) => kind !== 'same');
  expect(changed.map(({ text }) => text.trim())).toEqual(words);
});

test('the point at the end of a sentence is no part of a number', () => {
  expect(diffWords('It costs 18. Cash only.', 'It costs 19. Cash only.').map(({ text }) => text)).toEqual([
    'It costs',
    ' 18',
    ' 19',
    '. Cash only.',
  ]);
});

test.each(['.a', 'a.', 'a-', '1.', '@', 'w', '://', 'a://'])(
  'a text of many %s is split in little time',
  (part) => {
    const text = part.repeat(100_000);
    expect(diffWords(text, `${text} x`).at(-1)).toMatchObject({ kind: 'added' });
  },
  // Square time would take minutes.
  20_000,
);
