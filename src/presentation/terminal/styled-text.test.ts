import { expect, test } from 'vitest';
import { withoutColors, wrapWords } from './styled-text.ts';

const plain = (text: string) => ({ text, style: null });

test('breaks between words, even where the style changes', () => {
  const runs = [plain('one two'), { text: ' three', style: 'red' as const }, plain(' four')];
  expect(wrapWords(runs, 9, withoutColors)).toEqual(['one two', 'three', 'four']);
});

test('punctuation stays with its word, even beyond the width', () => {
  expect(wrapWords([plain('29'), plain(' euros'), plain('.')], 8, withoutColors)).toEqual(['29 euros.']);
});

test('a word that is too long has a line of its own', () => {
  expect(wrapWords([plain('a incomprehensibly b')], 6, withoutColors)).toEqual([
    'a',
    'incomprehensibly',
    'b',
  ]);
});

test('in a pipe nothing is wrapped', () => {
  const text = 'word '.repeat(500).trim();
  expect(wrapWords([plain(text)], Number.POSITIVE_INFINITY, withoutColors)).toEqual([text]);
});

test('the space where a line breaks is not counted in the next line', () => {
  expect(wrapWords([plain('aaaa   bbbb cc')], 7, withoutColors)).toEqual(['aaaa', 'bbbb cc']);
});
