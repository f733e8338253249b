import { expect, test } from 'vitest';
import { partsOf } from './text-parts.ts';

const written = (text: string, matches: readonly string[]) =>
  partsOf(text, matches)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

test('what was found is marked, each once and in its order', () => {
  expect(written('ebb and flow and ebb', ['ebb', 'ebb'])).toBe('[ebb] and flow and [ebb]');
  expect(written('ebb and flow', ['flow'])).toBe('ebb and [flow]');
  expect(written('ebb', ['', 'tide'])).toBe('ebb');
  expect(written('', [])).toBe('');
});
