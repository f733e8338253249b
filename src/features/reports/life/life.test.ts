import { expect, test } from 'vitest';
import { type Ink, withoutColors } from '../../../presentation/terminal/styled-text.ts';
import { lifeText } from './life-text.ts';
import { lifeJson, type PageLife } from './page-life.ts';

const at = Date.UTC(2026, 0, 5, 8);

function lifeExample(change: Partial<PageLife> = {}): PageLife {
  return {
    project: 'shop',
    file: '7',
    url: 'https://example.org/chairs',
    identity: 'https://example.org/chairs',
    removed: [],
    found: { depth: 2, linkKind: 'page', on: { file: '1', url: 'https://example.org/' } },
    aliasOf: null,
    aliases: [],
    compares: null,
    renderings: 0,
    visits: [
      { run: 1, at, status: 200, flag: 'NEW', reason: 'first seen', sha256: 'a'.repeat(64) },
      { run: 2, at: at + 86_400_000, status: 503, flag: null, reason: 'HTTP 503', sha256: null },
    ],
    changeRate: { visits: 4, changes: 2, perDay: 0.5 },
    interval: { days: 2, reason: 'it changes about every 2 days' },
    rules: [],
    ...change,
  };
}

function linesOf(change: Partial<PageLife> = {}, width = 200, ink: Ink = withoutColors): readonly string[] {
  return [...lifeText(lifeExample(change), { ink, width })];
}

test('says where a page was found, how often it changes and what each visit brought', () => {
  expect(linesOf()).toEqual([
    'https://example.org/chairs',
    'file        7, project shop',
    'found       first visited in run 1; a link (page) on https://example.org/, 2 links from the start',
    'changes     found at 2 of 4 further visits, about one every 2 days',
    'next visit  after 2 days: it changes about every 2 days',
    '',
    'run   when (UTC)        flag  reason',
    '1     2026-01-05 08:00  NEW   first seen',
    '2     2026-01-06 08:00  -     HTTP 503',
  ]);
});

test('visits seconds apart do not tell how often a page changes', () => {
  const changeRate = { visits: 2, changes: 1, perDay: 12_000 };
  expect(linesOf({ changeRate })).toContain(
    'changes     found at 1 of 2 further visits; too early to say how often',
  );
});

test('says what the identity leaves out, which pages are the same, what is compared and what was learned', () => {
  const lines = linesOf({
    url: 'https://example.org/chairs?sid=7f',
    removed: [{ text: '7f', place: 'query sid', rule: 'session id', why: 'another one in every session' }],
    aliasOf: { file: '3', url: 'https://example.org/c', agreements: 1 },
    aliases: [{ file: '9', url: 'https://example.org/d' }],
    compares: 'text',
    rules: [{ id: 'abcdef12', state: 'off', says: 'adverts in aside' }],
  });
  expect(lines.slice(2, 4)).toEqual([
    'identity    https://example.org/chairs',
    '            without "7f": query sid, session id; another one in every session',
  ]);
  expect(lines).toContain('alias of    https://example.org/c (file 3); the same in 1 comparison');
  expect(lines).toContain('alias       https://example.org/d (file 9)');
  expect(lines).toContain('compared    text');
  expect(lines).toContain('learned     abcdef12 (off): adverts in aside');
});

test('says so when little is known', () => {
  const lines = linesOf({
    visits: [],
    found: { depth: 0, linkKind: 'seed', on: null },
    changeRate: { visits: 0, changes: 0, perDay: 0 },
  });
  expect(lines).toContain(
    'found       not visited yet; a start of the project, or listed in a sitemap or folder',
  );
  expect(lines).toContain('changes     not known yet: it was visited only once');
  expect(linesOf({ changeRate: { visits: 3, changes: 0, perDay: 0 } })).toContain(
    'changes     found at 0 of 3 further visits',
  );
});

test('is wrapped below its own column, and coloured by flag', () => {
  const lines = linesOf({ compares: 'text, links and pictures in the chosen regions' }, 40);
  const place = lines.findIndex((line) => line.startsWith('compared'));
  expect(lines.slice(place, place + 2)).toEqual([
    'compared    text, links and pictures in',
    '            the chosen regions',
  ]);
  const [, visit] = linesOf({}, 40).slice(-3);
  expect(visit).toMatch(/^1 {5}2026/);
  const long = { ...lifeExample().visits[1], run: 3, at, status: 200, flag: 'UPD', sha256: null } as const;
  expect(linesOf({ visits: [{ ...long, reason: 'one two three four' }] }, 40).slice(-2)).toEqual([
    '3     2026-01-05 08:00  UPD   one two',
    `${' '.repeat(30)}three four`,
  ]);
  const ink: Ink = { isColored: true, paint: (style, text) => `<${style}>${text}</>` };
  expect(linesOf({}, 200, ink).join('\n')).toContain('<cyan>NEW</>');
});

test('a page cannot write to the terminal through its address or its reason', () => {
  const hostile = '\u001b[2J';
  const [visit] = lifeExample().visits;
  const lines = linesOf({
    url: `https://example.org/${hostile}`,
    identity: hostile,
    visits: visit === undefined ? [] : [{ ...visit, reason: hostile }],
  });
  expect(lines.join('\n')).not.toContain('\u001b');
});

test('for programs, times are ISO 8601', () => {
  expect(lifeJson(lifeExample())).toMatchObject({
    file: '7',
    changeRate: { perDay: 0.5 },
    visits: [
      { run: 1, at: '2026-01-05T08:00:00.000Z', flag: 'NEW' },
      { run: 2, at: '2026-01-06T08:00:00.000Z', flag: null },
    ],
  });
});

test('says that a browser rendered the page', () => {
  expect(linesOf({ renderings: 2 }, 120).join('\n')).toMatch(
    /^rendered +by a browser, 2 times at the newest visit/m,
  );
  expect(linesOf({}, 120).join('\n')).not.toContain('rendered');
});
