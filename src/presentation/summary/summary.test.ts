import { expect, test } from 'vitest';
import {
  changeExample,
  groupExample,
  pageOf,
  summaryExample,
} from '../../features/reports/report/report.example.ts';
import { type Ink, withoutColors } from '../terminal/styled-text.ts';
import { type ChangeSummary, hasFoundChanges, summaryJson } from './change-summary.ts';
import { summaryText } from './summary-text.ts';
import { summaryLine } from './summary-words.ts';

async function shown(summary: ChangeSummary, ink: Ink = withoutColors): Promise<string> {
  const options = { ink, width: 100, startUrl: 'https://example.org/', commandName: 'shop' };
  return (await Array.fromAsync(summaryText(summary, options))).join('\n');
}

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

const pages = (count: number) =>
  Array.from({ length: count }, (_, n) => pageOf(`https://example.org/p/${n}`));
const footer = changeExample({
  area: 'footer',
  heading: null,
  words: [
    { kind: 'same', text: '©' },
    { kind: 'removed', text: ' 2025' },
    { kind: 'added', text: ' 2026' },
  ],
});

test('nothing changed: one line', async () => {
  expect(await shown(summaryExample())).toBe('Nothing changed on 29 pages.');
  expect(hasFoundChanges(summaryExample())).toBe(false);
});

test('the same change on many pages is reported once, with where it is and some of the pages', async () => {
  const group = groupExample({ changes: [footer], pages: pages(4), pageCount: 79 });
  expect(await shown(summaryExample({ visited: 80 }, [group]))).toBe(
    [
      '79 of 80 pages changed.',
      '',
      'The footer changed on 79 pages:',
      '    © [-2025-] {+2026+}',
      '  /p/0, /p/1, /p/2, /p/3 and 75 more',
    ].join('\n'),
  );
});

test('several changes of the same pages are listed under one title', async () => {
  const item = changeExample({
    flag: 'new',
    area: 'footer',
    heading: null,
    words: [{ kind: 'added', text: 'x' }],
  });
  const text = await shown(summaryExample({}, [groupExample({ changes: [footer, item], pages: pages(2) })]));
  expect(text).toContain('The footer changed on 2 pages:\n  ~ changed paragraph in the footer\n');
  expect(text).toContain('  + new paragraph in the footer\n      x\n');
});

test.each([
  ['new', 'New in the sidebar of 2 pages:'],
  ['gone', 'Gone from the sidebar of 2 pages:'],
  ['moved', 'Moved in the sidebar of 2 pages:'],
] as const)('%s on many pages', async (flag, title) => {
  const change = changeExample({ flag, area: 'sidebar', words: [{ kind: 'same', text: 'Storm' }] });
  const text = await shown(summaryExample({}, [groupExample({ changes: [change], pages: pages(2) })]));
  expect(text).toContain(`${title}\n    Storm\n  /p/0, /p/1`);
});

test('a title is called a title', async () => {
  const title = changeExample({ kind: 'title', area: 'head', heading: null });
  const text = await shown(summaryExample({}, [groupExample({ changes: [title], pages: pages(2) })]));
  expect(text).toContain('The title changed on 2 pages:');
});

test('a page with changes of its own has its address, its places and its words', async () => {
  expect(await shown(summaryExample({}, [groupExample()]))).toBe(
    [
      '1 of 29 pages changed.',
      '',
      'https://example.org/chairs',
      '  ~ changed paragraph under “Prices”',
      '      The chair costs [-29-] {+31+} euros.',
    ].join('\n'),
  );
});

test('a section that moved is one change', async () => {
  const moved = (kind: 'heading' | 'paragraph', heading: string, text: string) =>
    changeExample({ flag: 'moved', kind, heading, words: [{ kind: 'same', text }] });
  const changes = [
    moved('heading', 'Order', 'Delivery'),
    moved('paragraph', 'Delivery', 'On Mondays'),
    moved('paragraph', 'Delivery', 'By boat'),
    changeExample(),
  ];
  const text = await shown(summaryExample({}, [groupExample({ changes })]));
  expect(text).toContain('  > moved section “Delivery” (3 parts) under “Order”\n  ~ changed paragraph');
});

test('a page without words has its reason', async () => {
  const group = groupExample({ changes: [], reason: 'different bytes: 3 before, 4 now' });
  expect(await shown(summaryExample({}, [group]))).toContain('/chairs\n  different bytes: 3 before, 4 now');
});

test('much is cut, counted, and said where to find', async () => {
  const changes = Array.from({ length: 9 }, () => changeExample());
  const groups = Array.from({ length: 60 }, () => groupExample({ changes }));
  const text = await shown(summaryExample({}, groups));
  expect(text.match(/^https:/gm)).toHaveLength(20);
  expect(text).toContain('  … and 3 more changes on this page: tidemark diff 7');
  expect(text).toMatch(/\n… and 40 more changes: tidemark report shop --all$/);
});

test('new, gone and failing pages are named; those that were so before are only counted', async () => {
  const lost = (path: string, reason: string) => ({ ...pageOf(`https://example.org${path}`), reason });
  const summary = summaryExample({
    newCount: 12,
    goneCount: 1,
    failedCount: 1,
    lasting: { missing: 3, failing: 1, missingSince: 2, failingSince: 4 },
    newPages: () => each(pages(12)),
    gone: () => each([lost('/sale', 'not found (404)')]),
    failed: () => each([lost('/help', 'https://example.org/help: the server failed (500)')]),
  });
  const text = await shown(summary);
  expect(text.split('\n')[0]).toBe(
    '12 are new, 1 is gone, 1 could not be read. 3 pages are still gone, the first since run 2. 1 page still fails, since run 4.',
  );
  expect(text).toContain('New:\n  https://example.org/p/0\n');
  expect(text).toContain('  … and 2 more: tidemark report shop --flag NEW');
  expect(text).toContain('Gone:\n  https://example.org/sale  not found (404)');
  expect(text).toContain('Cannot be read:\n  https://example.org/help  the server failed (500)');
  expect(hasFoundChanges(summary)).toBe(true);
});

test('what failed is no change, and neither is a first visit', () => {
  expect(hasFoundChanges(summaryExample({ failedCount: 3 }))).toBe(false);
  expect(summaryLine(summaryExample({ failedCount: 3 }))).toBe(
    'Nothing changed on 26 pages, 3 could not be read.',
  );
  expect(hasFoundChanges(summaryExample({ isFirst: true, newCount: 42 }))).toBe(false);
  expect(summaryLine(summaryExample({ isFirst: true, newCount: 1 }))).toBe(
    '1 page kept, to be compared with at the next visit.',
  );
});

test('changes that are computed now are not said to be those of the run', async () => {
  expect(await shown(summaryExample({ isRecomputed: true }, [groupExample()]))).toContain(
    'Run 2 did not keep what it reported (an earlier version of Tidemark made it): recomputed with the rules of today.',
  );
});

test('for programs: an event for each group, and one that sums up', async () => {
  const objects = await Array.fromAsync(summaryJson(summaryExample({ goneCount: 2 }, [groupExample()])));
  expect(objects).toMatchObject([
    { event: 'changes', changes: [{ heading: 'Prices' }], pages: [{ url: 'https://example.org/chairs' }] },
    { event: 'summary', run: 2, visited: 29, updated: 1, new: 0, gone: 2, failed: 0, groups: 1 },
  ]);
});

test('a page cannot write to the terminal', async () => {
  const hostile = '\u001b[2J';
  const change = changeExample({ heading: hostile, words: [{ kind: 'added', text: hostile }] });
  const page = { file: '7', url: hostile, identity: hostile };
  const groups = [
    groupExample({ changes: [change], pages: [page] }),
    groupExample({ changes: [change], pages: [page, page] }),
    groupExample({ changes: [], pages: [page], reason: hostile }),
  ];
  expect(await shown(summaryExample({}, groups))).not.toContain('\u001b');
});
