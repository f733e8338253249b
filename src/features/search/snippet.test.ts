import { describe, expect, it } from 'vitest';
import { snippetOf } from './search-pages.ts';

const words = (...texts: readonly string[]) =>
  texts.map((text) => ({ words: text.replace('*', '').split(' '), isPrefix: text.endsWith('*') }));
const shown = (text: string, ...wanted: readonly string[]) =>
  snippetOf(text, words(...wanted))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

describe('a snippet', () => {
  it('marks the words as they are written', () => {
    expect(shown('A Café by the sea', 'cafe')).toBe('A [Café] by the sea');
    expect(shown('Bird  flu is here', 'bird flu')).toBe('[Bird flu] is here');
    expect(shown('Tidal tides', 'tid*')).toBe('[Tidal] [tides]');
  });

  it('shows where the most different words are', () => {
    const text = `virus virus virus ${'x '.repeat(300)} a virus, and the flu ${'y '.repeat(300)}`;
    const snippet = shown(text, 'virus', 'flu');
    expect(snippet).toContain('a [virus], and the [flu]');
    expect(snippet.startsWith('… x')).toBe(true);
    expect(snippet.endsWith('y …')).toBe(true);
    expect(snippet.length).toBeLessThan(250);
  });

  it('is the beginning of a text that has none of them', () => {
    expect(shown('word '.repeat(200), 'tide')).toMatch(/^word word .* word …$/);
    expect(shown('', 'tide')).toBe('');
  });

  it('is cut anywhere in a text without spaces', () => {
    expect(shown('z'.repeat(400), 'tide')).toBe(`${'z'.repeat(220)} …`);
  });
});
