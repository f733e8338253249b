import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { searchWords } from '../../../src/document/index.ts';
import { fillSearchIndex } from '../../../src/features/search/fill-index.ts';
import { type SearchChoice, searchPages } from '../../../src/features/search/search-pages.ts';
import { parseSearchQuery, type SearchQuery } from '../../../src/features/search/tables/search-query.ts';
import { databaseKinds } from '../../kernel/database/store-databases.ts';
import { storeForEachTest } from '../../kernel/database/store-for-each-test.ts';
import { type SearchedPage, storePages } from './searched-pages.ts';

const vocabulary = [
  'virus',
  'flu',
  'tide',
  'tides',
  'tidal',
  'harbour',
  'moon',
  'café',
  'grypa',
  'grypę',
  '2026',
  'H5N1',
];

/** Pages whose words are drawn from a small vocabulary, so that every query finds some of them and not others. */
const drawn: readonly SearchedPage[] = Array.from({ length: 60 }, (_, page) => {
  const word = (place: number) =>
    vocabulary[(page * 7 + place * place * (1 + (page % 5))) % vocabulary.length];
  const words = (from: number, count: number) =>
    Array.from({ length: count }, (__, n) => word(from + n)).join(' ');
  return { path: `/p${page}`, title: words(0, 2), text: words(2, 3 + (page % 6)) };
});
const special: readonly SearchedPage[] = [
  { path: '/tokyo', title: '東京', text: '東京タワーは高い。 The tower of 東京' },
  { path: '/thai', title: 'ภาษาไทย', text: 'กรุงเทพมหานคร' },
  { path: '/hindi', title: 'हिन्दी', text: 'हिन्दी में समाचार' },
  { path: '/signs', title: "Don't panic", text: 'price: € 1,234.50, state-of-the-art, a.b@example.org, C++' },
  { path: '/russian', title: 'Прилив', text: 'Ёлка и Йод в порту' },
  { path: '/operators', title: 'and or not', text: 'AND OR NOT near NEAR(x)' },
];
const pages = [...drawn, ...special];

const queries = [
  ...['virus', 'FLU', 'cafe', 'Café', 'grypa', 'grypę', 'h5n1', '2026', 'tid*', 'tide*', 'nothing'],
  ...[
    'virus flu',
    'virus AND flu',
    'virus OR flu',
    'virus NOT flu',
    'virus -flu -moon',
    '(virus OR flu) moon',
  ],
  ...['"virus flu"', '"flu virus"', '"tide moon"*', '"virus tid"*', '"moon harbour" OR "harbour moon"'],
  ...['tide NOT tides NOT tidal', 'tid* NOT (tides OR tidal)', 'virus AND (flu OR (moon NOT tide))'],
  ...['東京', '京', '東', '"タワー"', '東京 tower', 'กรุงเทพ', 'ไทย', 'हिन्दी', 'समा*', 'ёлка', 'елка', 'йод'],
  ...[
    "don't",
    'dont',
    '1,234.50',
    '"1 234"',
    '1234',
    'state-of-the-art',
    'art-of',
    'a.b@example.org',
    'C++',
    'c',
  ],
  ...['and', '"and or not"', '"AND OR NOT"', 'near', '"near near"', 'x*', 'vir* fl* NOT mo*'],
];

/** What a query means, word for word. */
function isFound(query: SearchQuery, { title, text }: SearchedPage): boolean {
  if (query.kind === 'any') return query.parts.some((part) => isFound(part, { path: '', title, text }));
  if (query.kind === 'all')
    return (
      query.parts.every((part) => isFound(part, { path: '', title, text })) &&
      !query.without.some((part) => isFound(part, { path: '', title, text }))
    );
  const { words, isPrefix } = query;
  return [title, text].some((field) => {
    const all = [...searchWords(field)].map(({ word }) => word);
    return all.some((_, at) =>
      words.every((word, place) =>
        isPrefix && place === words.length - 1
          ? (all[at + place] ?? '').startsWith(word)
          : all[at + place] === word,
      ),
    );
  });
}

describe.each(databaseKinds)('searching on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });
  const paths = async (query: string, choice: Partial<SearchChoice> = {}) =>
    (await searchPages(store, query, { limit: 1000, ...choice })).map(({ url }) => new URL(url).pathname);

  test(`${queries.length} queries find exactly the pages that they describe`, async () => {
    await storePages(store, pages);
    await fillSearchIndex(store);
    for (const query of queries) {
      const expected = pages.filter((page) => isFound(parseSearchQuery(query), page)).map(({ path }) => path);
      expect([query, (await paths(query)).toSorted()]).toEqual([query, expected.toSorted()]);
    }
  });

  test('a word in the title comes first', async () => {
    await storePages(store, [
      { path: '/a', title: 'Boats', text: 'a harbour and boats' },
      { path: '/b', title: 'Harbour', text: 'boats and boats' },
      { path: '/c', title: 'Fish', text: 'harbour' },
    ]);
    await fillSearchIndex(store);
    expect((await paths('harbour'))[0]).toBe('/b');
    expect(await paths('boats', { limit: 1 })).toEqual(['/a']);
  });

  test('finds current versions, and earlier ones when asked', async () => {
    await storePages(store, [{ path: '/a', title: 'News', text: 'the price is thirty' }], { at: 1000 });
    await storePages(store, [{ path: '/a', title: 'News', text: 'the price is forty' }], { at: 2000 });
    await fillSearchIndex(store);
    expect(await paths('thirty')).toEqual([]);
    expect(await paths('forty')).toEqual(['/a']);
    const [old] = await searchPages(store, 'thirty', { limit: 9, hasHistory: true });
    expect(old).toMatchObject({ at: 1000, title: 'News' });
    expect(old?.snippet).toEqual([
      { text: 'the price is ', isMatch: false },
      { text: 'thirty', isMatch: true },
    ]);
  });

  test('by project, time and what the last visit said', async () => {
    const page = (path: string) => ({ path, title: 'Tides', text: `tides of ${path}` });
    await storePages(store, [page('/a'), page('/b')], { at: 1000 });
    await storePages(store, [{ ...page('/b'), text: 'tides of yesterday' }], { at: 5000 });
    await storePages(store, [page('/c')], { project: 'other', at: 9000 });
    await fillSearchIndex(store);
    const { id: other = 0 } = (await store.projects.find('other')) ?? {};
    expect(await paths('tides', { projectIds: [other] })).toEqual(['/c']);
    expect(await paths('tides', { projectIds: [] })).toEqual([]);
    expect(await paths('tides', { skip: 1 })).toEqual((await paths('tides')).slice(1));
    expect(await paths('tides', { since: 5000, until: 9000 })).toEqual(['/b']);
    expect(await paths('tides', { flags: ['UPD'] })).toEqual(['/b']);
    expect((await paths('tides', { host: 'example.org' })).length).toBe(3);
    expect(await paths('tides', { host: 'example.com' })).toEqual([]);
  });

  test('several who fill the index at once add each version once', async () => {
    await storePages(store, pages);
    await Promise.all([1, 2, 3, 4].map(() => fillSearchIndex(store)));
    expect(await store.search.missing(10, null)).toEqual([]);
    expect(await paths('東京')).toEqual(['/tokyo']);
  });

  test('the index catches up with what was stored, in any number of parts', async () => {
    await storePages(store, [{ path: '/a', title: 'A', text: 'alpha' }], { isFinished: false });
    expect(await fillSearchIndex(store)).toBe(1);
    await storePages(store, [{ path: '/b', title: 'B', text: 'beta' }]);
    await storePages(store, [{ path: '/c', title: 'C', text: 'gamma' }]);
    const stopped = new AbortController();
    stopped.abort();
    expect(await fillSearchIndex(store, { signal: stopped.signal })).toBe(0);
    expect(await fillSearchIndex(store)).toBe(2);
    expect(await fillSearchIndex(store)).toBe(0);
    expect(await paths('alpha OR beta OR gamma')).toHaveLength(3);
  });

  test('a project that is removed is not found any more', async () => {
    await storePages(store, [{ path: '/a', title: 'A', text: 'alpha' }], { project: 'gone' });
    await storePages(store, [{ path: '/b', title: 'B', text: 'alpha' }], { project: 'kept' });
    await fillSearchIndex(store);
    const { id = 0 } = (await store.projects.find('gone')) ?? {};
    await store.projects.remove(id);
    expect(await paths('alpha')).toEqual(['/b']);
  });
});
