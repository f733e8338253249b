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
