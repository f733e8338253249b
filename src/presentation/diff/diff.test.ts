import { expect, test } from 'vitest';
import { changeExample, diffExample } from '../../features/reports/report/report.example.ts';
import { type Ink, withoutColors } from '../terminal/styled-text.ts';
import { diffText } from './diff-text.ts';
import { changedWords, diffJson, type PageDiff } from './page-diff.ts';

const noise = changeExample({
  path: 'aside/p',
  heading: null,
  isNoise: true,
  reason: 'two fetches of the same moment had other words there',
  rules: ['abcdef12'],
  words: [
    { kind: 'removed', text: 'Buy this' },
    { kind: 'added', text: 'Buy that' },
  ],
});

function shown(diff: PageDiff, withNoise = false, ink: Ink = withoutColors): string {
  return [...diffText(diff, { ink, width: 80, withNoise })].join('\n');
}

test('a change is shown with its kind and the heading above it, its words marked as git marks them', () => {
  expect(shown(diffExample())).toBe(
    [
      'https://example.org/chairs',
      'run 1, 2026-01-05 08:00 UTC, 1,200 bytes  →  run 2, 2026-01-05 08:00 UTC, 1,200 bytes',
      '1 changed',
      '',
      '~ changed paragraph under “Prices”',
      '    The chair costs [-29-] {+31+} euros.',
    ].join('\n'),
  );
});

test('the marks are there with colours, too', () => {
  const ink: Ink = { isColored: true, paint: (style, text) => `<${style}>${text}</>` };
  expect(shown(diffExample(), false, ink)).toContain('costs<red> [-29-]</><green> {+31+}</> euros.');
});

test('added, removed and moved segments, and links', () => {
  const elsewhere = { area: 'sidebar', heading: 'Latest', path: 'aside/p' } as const;
  const changes = [
    changeExample({ flag: 'new', words: [{ kind: 'added', text: 'Free delivery' }] }),
    changeExample({ flag: 'gone', heading: null, words: [{ kind: 'removed', text: 'Sold out' }] }),
    changeExample({ flag: 'moved', movedFrom: elsewhere, words: [{ kind: 'same', text: 'Oak' }] }),
    changeExample({
      words: [{ kind: 'same', text: 'Catalogue' }],
      links: { removed: ['/2025.pdf'], added: ['/2026.pdf'] },
    }),
  ];
  const text = shown(diffExample({ changes }));
  expect(text).toContain('1 changed, 1 new, 1 gone, 1 moved');
  expect(text).toContain('+ new paragraph under “Prices”\n    Free delivery');
  expect(text).toContain('- gone paragraph\n    Sold out');
  expect(text).toContain('    Oak\n    was in the sidebar under “Latest”');
  expect(text).toContain('    Catalogue\n    - link /2025.pdf\n    + link /2026.pdf');
});

test('noise is hidden and counted, unless it is asked for or there is nothing else', () => {
  const both = diffExample({ changes: [changeExample(), noise] });
  expect(shown(both)).toContain('1 difference of noise hidden; --noise shows all.');
  expect(shown(both)).not.toContain('Buy that');
  expect(shown(both, true)).toContain('noise: two fetches of the same moment had other words there');
  expect(shown(both, true)).toContain('[abcdef12]');
  const only = diffExample({ changes: [noise] });
  expect(shown(only)).toContain('Only what is known to change by itself differs');
  expect(shown(only)).toContain('Buy that');
  expect(diffJson(only, false)).toMatchObject({ noise: 1, changes: [noise] });
  expect(diffJson(both, false)).toMatchObject({ noise: 1, changes: [changeExample()] });
  expect(changedWords(both.changes ?? [])).toBe(2);
});

test('content without text has sizes and hashes', () => {
  const picture = diffExample({ changes: null });
  const larger = { ...picture, to: { ...picture.to, bytes: 1500, type: 'image/png' } };
  expect(shown(larger)).toContain('No text to compare (image/png).');
  expect(shown(larger)).toContain(`sha256 ${'b'.repeat(64)}`);
  expect(shown(larger)).toContain('300 bytes more');
  expect(diffJson(larger, false)).toMatchObject({ hasText: false, changes: [] });
});

test('the same version, and versions that differ only in their mark-up', () => {
  const diff = diffExample();
  expect(shown({ ...diff, to: diff.from })).toContain('not a byte differs');
  expect(shown(diffExample({ changes: [] }))).toContain('no text, link or image does');
});

test('of long unchanged text only what is near the change is shown', () => {
  const long = 'unchanged words go on '.repeat(100);
  const words = [
    { kind: 'same' as const, text: long },
    { kind: 'added' as const, text: ' here' },
    { kind: 'same' as const, text: ` ${long}` },
  ];
  const text = shown(diffExample({ changes: [changeExample({ words })] }));
  expect(text.length).toBeLessThan(700);
  expect(text).toMatch(/… (?:\S+\s+)+\{\+here\+\} (?:\S+\s+)+…/);
});

test('a page cannot write to the terminal through its words', () => {
  const words = [{ kind: 'added' as const, text: 'a\u001b]0;owned\u0007b' }];
  const hostile = changeExample({ heading: '\u001b[2J', path: '\u009b', words });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come out
  expect(shown(diffExample({ changes: [hostile] }))).not.toMatch(/[\u001b\u0007\u009b]/);
});

test('content that became smaller, or kept its size', () => {
  const picture = diffExample({ changes: null });
  expect(shown({ ...picture, to: { ...picture.to, bytes: 1199 } })).toContain('1 byte less');
  expect(shown(picture)).toContain('the same size');
});

test('a terminal shows a thousand changes', () => {
  const changes = (count: number) => Array.from({ length: count }, () => changeExample());
  expect(shown(diffExample({ changes: changes(1000) }))).not.toContain('--json has them all');
  expect(shown(diffExample({ changes: changes(1001) }))).toMatch(/And 1 more change; --json has them all\.$/);
});

test('before the first change only the end of long text is shown, after the last only the beginning', () => {
  const long = (word: string) => Array.from({ length: 100 }, (_, n) => `${word}${n}`).join(' ');
  const text = shown(
    diffExample({
      changes: [
        changeExample({
          words: [
            { kind: 'same', text: long('before') },
            { kind: 'added', text: ' here ' },
            { kind: 'same', text: long('after') },
          ],
        }),
      ],
    }),
  );
  expect(text).toContain('before99');
  expect(text).not.toContain('before0 ');
  expect(text).toContain('after0 ');
  expect(text).not.toContain('after99');
});

test('words that came or went are counted without noise', () => {
  const words = [
    { kind: 'same', text: 'The' },
    { kind: 'removed', text: ' old chair' },
    { kind: 'added', text: ' new table, 2026' },
  ] as const;
  expect(changedWords([changeExample({ words }), changeExample({ words, isNoise: true })])).toBe(5);
});

test('a number is one word, whatever separates its digits', () => {
  const words = [
    { kind: 'removed', text: '€ 1,013.50' },
    { kind: 'added', text: '€ 12.90 at 8:15' },
  ] as const;
  expect(changedWords([changeExample({ words })])).toBe(4);
});
