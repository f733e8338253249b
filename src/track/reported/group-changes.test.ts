import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChangeGrouper, groupKeys, keysIn } from './group-changes.ts';
import type { ReportedChange } from './reported-change.ts';

function change(part: Partial<ReportedChange>): ReportedChange {
  return {
    flag: 'changed',
    kind: 'paragraph',
    path: 'footer/p',
    area: 'footer',
    heading: null,
    before: '© 2025',
    after: '© 2026',
    isCut: false,
    links: { added: [], removed: [] },
    movedFrom: null,
    isNoise: false,
    reason: '',
    rules: [],
    ...part,
  };
}

const own = (text: string) =>
  change({ flag: 'new', area: 'main', path: 'main/p', before: null, after: text });

function grouped(pages: readonly (readonly ReportedChange[])[]) {
  const grouper = new ChangeGrouper();
  for (const [page, changes] of pages.entries()) grouper.add(page, groupKeys(changes));
  return grouper.groups().map(({ keys, pages: ids }) => ({ changes: keys.length, pages: ids }));
}

test('one edit of a footer on 79 pages is one group, and each page keeps what is its own', () => {
  const pages = Array.from({ length: 79 }, (_, n) => (n === 5 ? [own('a price'), change({})] : [change({})]));
  expect(grouped(pages)).toEqual([
    { changes: 1, pages: Array.from({ length: 79 }, (_, n) => n) },
    { changes: 1, pages: [5] },
  ]);
});

test('several changes in one part of the same pages are one group; another part is another', () => {
  const item = change({ area: 'sidebar', flag: 'new', before: null, after: 'Storm' });
  const other = change({ area: 'sidebar', flag: 'gone', before: 'Calm', after: null });
  expect(grouped([[item, other, change({})], [item, other, change({})], [change({})]])).toEqual([
    { changes: 1, pages: [0, 1, 2] },
    { changes: 2, pages: [0, 1] },
  ]);
});

test('all that only one page has is one group, wherever it is', () => {
  expect(grouped([[own('one'), change({})], [own('two')]])).toEqual([
    { changes: 2, pages: [0] },
    { changes: 1, pages: [1] },
  ]);
});

test('noise has no key', () => {
  expect(groupKeys([change({ isNoise: true })])).toHaveLength(0);
});

test('paths do not matter, nor what a page has of its own beside the change in a footer', () => {
  const key = (part: Partial<ReportedChange>) => keysIn(groupKeys([change(part)]))[0];
  expect(key({ path: 'div[7]/footer/p' })).toBe(key({}));
  expect(
    key({ before: 'Chairs of many kinds here. © 2025', after: 'Chairs of many kinds here. © 2026' }),
  ).toBe(key({ before: 'Tables of all kinds here. © 2025', after: 'Tables of all kinds here. © 2026' }));
  const [chair, table] = ['The chair now costs', 'The table now costs'].map((text) =>
    key({ area: 'main', before: `${text} 18 euros`, after: `${text} 20 euros` }),
  );
  expect(chair).not.toBe(table);
  expect(key({ links: { added: ['/a'], removed: [] } })).not.toBe(key({}));
});

test('every change of every page is in exactly one group, whose pages are those that have it', () => {
  const pages = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 5 }), { maxLength: 12 });
  fc.assert(
    fc.property(pages, (wanted) => {
      const grouper = new ChangeGrouper();
      const reported = wanted.map((texts) => texts.map((text) => own(`text ${text}`)));
      for (const [page, changes] of reported.entries()) grouper.add(page, groupKeys(changes));
      const found = grouper
        .groups()
        .flatMap(({ keys, pages: ids }) => keys.map((key) => [key, ids] as const));
      expect(new Set(found.map(([key]) => key)).size).toBe(found.length);
      const expected = new Map<string, number[]>();
      for (const [page, changes] of reported.entries())
        for (const key of keysIn(groupKeys(changes))) expected.set(key, [...(expected.get(key) ?? []), page]);
      expect(new Map(found)).toEqual(expected);
    }),
    { seed: 12, numRuns: 300 },
  );
});
