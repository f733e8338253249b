import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FlagDecision } from '../flags/decide-flag.ts';
import { GoneFiles } from './gone-files.ts';
import {
  type FetchOutcome,
  type FileFacts,
  fateOfFile,
  judgeFetched,
  judgeUnfetched,
  type KnownFile,
  type ListingProblem,
  ListingProblems,
} from './judge-file.ts';

interface ListedFile {
  readonly url: string;
  readonly facts: FileFacts;
}

interface JudgedFile extends FlagDecision {
  readonly url: string;
  readonly renamed: string | null;
}

const second = 1000;
const minute = 60 * second;
const day = 1440 * minute;
const start = Date.UTC(2026, 0, 1);
const listedAt = start + 30 * day;

const facts = (size: number | null, at: number | null, unit = second) => ({
  size,
  modified: at === null ? null : { at, unit },
  hash: null as string | null,
});
const known = (
  url: string,
  size: number | null,
  at: number | null,
  content: string,
  unit = second,
): KnownFile => ({
  url,
  history: { hasGoodVersion: true, lastFlag: 'SAM' },
  good: { facts: facts(size, at, unit), listedAt, content },
});
const listed = (url: string, size: number | null, at: number | null, unit = second): ListedFile => ({
  url,
  facts: facts(size, at, unit),
});
const brought = (content: string, size = 1): FetchOutcome => ({ content, size });

const unseen = (url: string): KnownFile => ({
  url,
  history: { hasGoodVersion: false, lastFlag: null },
  good: null,
});

/** The flags of one round, in which every fetch brings the content given. */
function round(
  before: readonly KnownFile[],
  now: readonly ListedFile[],
  contents: Readonly<Record<string, FetchOutcome>> = {},
  problems: readonly ListingProblem[] = [],
) {
  const files = new Map(before.map((file) => [file.url, file]));
  for (const { url } of now) if (!files.has(url)) files.set(url, unseen(url));
  const facts = new Map(now.map((file) => [file.url, file.facts]));
  const unread = new ListingProblems(problems);
  const sorted = [...files.values()].map((file) => ({
    file,
    fate: fateOfFile(file, facts.get(file.url) ?? null, unread),
  }));
  const gone = sorted.filter(({ fate }) => fate.kind === 'gone');
  const appeared = sorted.flatMap(({ file: { url, good }, fate }) => {
    const outcome = contents[url];
    const isNew = fate.kind === 'fetch' && good === null && outcome !== undefined && 'content' in outcome;
    return isNew ? [{ url, content: outcome.content }] : [];
  });
  const contentsOfGone = gone.map(({ file: { url, good } }) => ({ url, content: good?.content ?? '' }));
  const oldNames = new GoneFiles(contentsOfGone).pair(appeared);
  const newNames = new Map([...oldNames].map(([fresh, old]) => [old, fresh]));
  const judged = sorted.flatMap(({ file, fate }): readonly JudgedFile[] => {
    const { url } = file;
    const renamed = oldNames.get(url) ?? newNames.get(url) ?? null;
    if (fate.kind !== 'fetch') return [{ url, renamed, ...judgeUnfetched(file, fate, renamed) }];
    const outcome = contents[url];
    return outcome === undefined ? [] : [{ url, renamed, ...judgeFetched(file, fate, outcome, renamed) }];
  });
  return {
    fetched: sorted.flatMap(({ file, fate }) => (fate.kind === 'fetch' ? [file.url] : [])),
    of: (url: string) => judged.find((file) => file.url === url),
    judged,
  };
}

describe('what is fetched', () => {
  const at = start;
  test.each<[string, KnownFile, ListedFile, boolean]>([
    ['as before', known('f', 5, at, 'a'), listed('f', 5, at), false],
    ['another size', known('f', 5, at, 'a'), listed('f', 6, at), true],
    ['another time', known('f', 5, at, 'a'), listed('f', 5, at + second), true],
    ['an older time', known('f', 5, at, 'a'), listed('f', 5, at - second), true],
    [
      'a date that lost its hour',
      known('f', 5, at + 5 * minute, 'a', minute),
      listed('f', 5, at, day),
      false,
    ],
    [
      'a date that lost its hour on another day',
      known('f', 5, at, 'a', minute),
      listed('f', 5, at + day, day),
      true,
    ],
    ['no time', known('f', 5, null, 'a'), listed('f', 5, null), true],
    ['no size', known('f', null, at, 'a'), listed('f', null, at), false],
    ['a size that is no longer listed', known('f', 5, at, 'a'), listed('f', null, at), true],
    [
      'changed in the minute of the last look',
      known('f', 5, listedAt - 5 * second, 'a', minute),
      listed('f', 5, listedAt - 5 * second, minute),
      true,
    ],
    [
      'changed the minute before',
      known('f', 5, listedAt - minute, 'a', minute),
      listed('f', 5, listedAt - minute, minute),
      false,
    ],
    ['never fetched', { ...known('f', 5, at, 'a'), good: null }, listed('f', 5, at), true],
  ])('%s', (_, before, now, expected) => {
    expect(round([before], [now]).fetched).toEqual(expected ? ['f'] : []);
  });

  test('an equal hash saves the fetch whatever the time says, a different one causes it', () => {
    const withHash = (file: KnownFile, hash: string): KnownFile => ({
      ...file,
      good: file.good?.facts ? { ...file.good, facts: { ...file.good.facts, hash } } : null,
    });
    const before = withHash(known('f', 5, at, 'a'), 'md5:1');
    const now = (hash: string) => ({ url: 'f', facts: { ...facts(5, at + day), hash } });
    expect(round([before], [now('md5:1')]).fetched).toEqual([]);
    expect(round([before], [now('md5:2')]).fetched).toEqual(['f']);
    // Not comparable: size and time decide.
    expect(round([before], [now('sha1:1')]).fetched).toEqual(['f']);
  });
});

describe('flags', () => {
  test('a new time alone is SAM, and the reason says so', () => {
    const { of } = round([known('f', 5, start, 'a')], [listed('f', 5, start + day)], { f: brought('a') });
    expect(of('f')).toMatchObject({
      flag: 'SAM',
      reason: 'the same bytes, although the time differs',
    });
  });

  test('the same size with other content is UPD', () => {
    const { of } = round([known('f', 5, start, 'a')], [listed('f', 5, start + day)], { f: brought('b', 5) });
    expect(of('f')).toMatchObject({ flag: 'UPD', reason: 'different content, 5 bytes' });
  });

  test('as before is SAM without a fetch', () => {
    const { of } = round([known('f', 5, start, 'a')], [listed('f', 5, start)]);
    expect(of('f')).toMatchObject({ flag: 'SAM' });
    expect(of('f')?.reason).toContain('the same size and time');
  });

  test('both names of a renamed file say so', () => {
    const { of } = round([known('d/old', 5, start, 'a')], [listed('d/new', 5, start)], {
      'd/new': brought('a'),
    });
    expect(of('d/old')).toMatchObject({
      flag: 'MIS',
      renamed: 'd/new',
      reason: 'no longer listed in d/: renamed to d/new',
    });
    expect(of('d/new')).toMatchObject({
      flag: 'NEW',
      renamed: 'd/old',
      reason: 'first visit: renamed from d/old',
    });
  });

  test('several equal files are paired once each, by name where possible', () => {
    const before = ['d/a', 'd/b'].map((url) => known(url, 5, start, 'x'));
    const now = ['e/b', 'd/c', 'e/d'].map((url) => listed(url, 5, start));
    const contents = Object.fromEntries(now.map(({ url }) => [url, brought('x')]));
    const { of } = round(before, now, contents);
    expect([of('e/b')?.renamed, of('d/c')?.renamed, of('e/d')?.renamed]).toEqual(['d/b', 'd/a', null]);
  });

  test('a copy is not a rename', () => {
    const { of } = round([known('a', 5, start, 'x')], [listed('a', 5, start), listed('b', 5, start)], {
      b: brought('x'),
    });
    expect(of('b')).toMatchObject({ flag: 'NEW', renamed: null });
  });

  test('nothing below a folder that cannot be read is gone', () => {
    const problem = { url: 'ftp://h/d/', code: 'FETCH_PERMISSION', message: 'denied' };
    const before = ['ftp://h/d/a', 'ftp://h/d/e/b', 'ftp://h/dd'].map((url) => known(url, 5, start, url));
    const { of } = round(before, [], {}, [problem]);
    expect(of('ftp://h/d/a')).toMatchObject({ flag: 'ERR', reason: 'denied (FETCH_PERMISSION)' });
    expect(of('ftp://h/d/e/b')?.flag).toBe('ERR');
    expect(of('ftp://h/dd')?.flag).toBe('MIS');
  });

  test('nor below an entry that is neither known to be a file nor a folder', () => {
    const problem = { url: 'ftp://h/d', code: 'FETCH_OUTSIDE_ROOT', message: 'leads out' };
    const { of } = round([known('ftp://h/d/e/b', 5, start, 'x')], [], {}, [problem]);
    expect(of('ftp://h/d/e/b')?.flag).toBe('ERR');
  });

  test('a file that could not be fetched is ERR', () => {
    const failed = { code: 'FETCH_TOO_SLOW', message: 'too slow' };
    const { of } = round([known('f', 5, start, 'a')], [listed('f', 6, start), listed('g', 1, start)], {
      f: failed,
      g: failed,
    });
    expect([of('f')?.flag, of('g')?.flag]).toEqual(['ERR', 'ERR']);
  });

  test('a file that comes back says so', () => {
    const away: KnownFile = {
      ...known('f', 5, start, 'a'),
      history: { hasGoodVersion: true, lastFlag: 'MIS' },
    };
    expect(round([away], [listed('f', 5, start)]).of('f')?.reason).toMatch(/^back after it was missing/);
  });
});

test('20,000 files, with 100 changed, 50 new, 30 gone, 20 renamed and 200 only touched: every flag is right', () => {
  const names = Array.from({ length: 20_000 }, (_, place) => `ftp://h/${place % 100}/file-${place}`);
  const before = names.map((url, place) => known(url, 100 + (place % 50), start, `content-${place}`));
  const now: ListedFile[] = [];
  const contents: Record<string, FetchOutcome> = {};
  const want = (url: string, size: number, at: number, content: string) => {
    now.push(listed(url, size, at));
    contents[url] = brought(content, size);
  };
  for (const [place, url] of names.entries()) {
    const size = 100 + (place % 50);
    if (place < 50) want(url, size, start + day, `changed-${place}`);
    else if (place < 100) want(url, size + 1, start, `changed-${place}`);
    else if (place < 130) continue;
    else if (place < 150) want(`${url}.renamed`, size, start, `content-${place}`);
    else if (place < 350) want(url, size, start + day, `content-${place}`);
    else now.push(listed(url, size, start));
  }
  for (let place = 0; place < 50; place++) want(`ftp://h/new/${place}`, 7, start, `new-${place}`);

  const { fetched, judged } = round(before, now, contents);
  expect(fetched).toHaveLength(100 + 50 + 20 + 200);
  const count = (flag: string) => judged.filter((file) => file.flag === flag).length;
  expect({
    UPD: count('UPD'),
    NEW: count('NEW'),
    MIS: count('MIS'),
    SAM: count('SAM'),
    ERR: count('ERR'),
  }).toEqual({
    UPD: 100,
    NEW: 50 + 20,
    MIS: 30 + 20,
    SAM: 20_000 - 100 - 30 - 20,
    ERR: 0,
  });
  expect(judged.filter(({ flag, renamed }) => flag === 'MIS' && renamed !== null)).toHaveLength(20);
});

test('every file, known or listed, has exactly one flag, and SAM + UPD + MIS + ERR = known files', () => {
  const file = fc.record({
    name: fc.integer({ min: 0, max: 12 }),
    size: fc.integer({ min: 0, max: 2 }),
    time: fc.integer({ min: 0, max: 2 }),
  });
  const files = fc.uniqueArray(file, { selector: ({ name }) => name, maxLength: 12 });
  fc.assert(
    fc.property(files, files, fc.boolean(), (old, next, closed) => {
      const url = (name: number) => `ftp://h/${name % 3}/${name}`;
      const before = old.map(({ name, size, time }) => known(url(name), size, start + time * day, `${size}`));
      const problems = closed ? [{ url: 'ftp://h/0/', code: 'X', message: 'x' }] : [];
      const shown = next.filter(({ name }) => !closed || name % 3 !== 0);
      const now = shown.map(({ name, size, time }) => listed(url(name), size, start + time * day));
      const contents = Object.fromEntries(
        shown.map(({ name, size }) => [url(name), brought(`${size}`, size)]),
      );
      const { judged } = round(before, now, contents, problems);
      const urls = judged.map((one) => one.url);
      expect(new Set(urls).size).toBe(urls.length);
      expect(new Set(urls)).toEqual(new Set([...before, ...now].map((one) => one.url)));
      expect(judged.filter(({ flag }) => flag !== 'NEW')).toHaveLength(before.length);
    }),
    { seed: 61, numRuns: 500 },
  );
});
