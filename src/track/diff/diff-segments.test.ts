import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { diffSegments } from './diff-segments.ts';

const leaves = (html: string) => segmentHtml(Buffer.from(html)).leaves;

test('shows only what differs, with the words and links inside', () => {
  const before = leaves('<h1>Tides</h1><p>High at <a href="/a">noon</a> today<p>old');
  const after = leaves('<h1>Tides</h1><p>High at <a href="/b">six</a> today');
  expect(diffSegments(before, after)).toEqual([
    {
      flag: 'changed',
      kind: 'paragraph',
      path: 'p',
      words: [
        { kind: 'same', text: 'High at' },
        { kind: 'removed', text: ' noon' },
        { kind: 'added', text: ' six' },
        { kind: 'same', text: ' today' },
      ],
      links: { added: ['/b'], removed: ['/a'] },
    },
    {
      flag: 'gone',
      kind: 'paragraph',
      path: 'p[2]',
      words: [{ kind: 'removed', text: 'old' }],
      links: { added: [], removed: [] },
    },
  ]);
});

test('in two long versions that share nothing, only the first words are compared; the rest is shown as replaced', () => {
  const long = (prefix: string) =>
    leaves(Array.from({ length: 3000 }, (_, i) => `<p>${`${prefix}${i} `.repeat(60)}`).join(''));
  const diff = diffSegments(long('a'), long('b'));
  expect(diff).toHaveLength(3000);
  expect(diff.at(-1)?.words.map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
