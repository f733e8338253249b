import { describe, expect, test } from 'vitest';
import { Budgets } from './budgets.ts';
import { candidateExample } from './candidate.example.ts';
import type { Candidate } from './candidate.ts';
import { scopeSettings, standardScope, widenedTo } from './standard-scope.ts';

const start = 'https://example.org/docs/start.html';
const judge = (url: string, found: Partial<Candidate> = {}) =>
  standardScope(scopeSettings([start]), new Budgets()).judge(candidateExample(url, found));

describe('by default', () => {
  test.each([
    ['https://example.org/docs/a.html', {}, null],
    ['http://example.org/blog/', {}, null],
    ['https://example.org/report.pdf', {}, null],
    ['https://elsewhere.example.net/x.iso', { kind: 'seed' }, 'typed by the user'],
  ] as const)('%s belongs to the crawl', (url, found, rule) => {
    expect(judge(url, found)).toMatchObject({ verdict: 'accept', rule });
  });

  test.each([
    ['mailto:a@example.org', {}, 'unsupported scheme'],
    ['file:///etc/passwd', { kind: 'seed' }, 'unsupported scheme'],
    ['https://www.example.org/', {}, 'outside scope'],
    ['https://example.net/', { kind: 'redirect' }, 'outside scope'],
    ['https://example.org/a.png', { kind: 'image' }, 'embedded'],
    ['https://example.org/a.css', { kind: 'asset' }, 'embedded'],
    ['https://example.org/a', { nofollow: true }, 'nofollow'],
    ['https://example.org/a', { depth: 101 }, 'too deep'],
    ['https://example.org/a.zip', {}, 'file extension'],
    [`https://example.org/${'x'.repeat(2048)}`, {}, 'URL too long'],
    ['https://example.org/a/a/a/a', {}, 'path repeats itself'],
  ] as const)('%s %j is left out: %s', (url, found, rule) => {
    expect(judge(url, found)).toMatchObject({ verdict: 'reject', rule });
  });
});

test('prefixes replace the host of the start, narrower or wider', () => {
  const scope = standardScope(
    scopeSettings([start], {}, ['https://example.org/docs/', 'help.example.org']),
    new Budgets(),
  );
  expect(scope.judge(candidateExample('https://example.org/blog/')).verdict).toBe('reject');
  expect(scope.judge(candidateExample('https://help.example.org/x')).verdict).toBe('accept');
});

test('a start that redirects to another host brings that host in', () => {
  const settings = widenedTo(scopeSettings([start]), 'https://www.example.org/docs/start.html');
  expect(
    standardScope(settings, new Budgets()).judge(candidateExample('https://www.example.org/blog/')).verdict,
  ).toBe('accept');
});

test('nofollow is followed when the user says so', () => {
  const scope = standardScope(scopeSettings([start], { respectNofollow: false }), new Budgets());
  expect(scope.judge(candidateExample('https://example.org/a', { nofollow: true })).verdict).toBe('accept');
});

test('only what was accepted counts against the budgets', () => {
  const budgets = new Budgets();
  const scope = standardScope(scopeSettings([start]), budgets);
  scope.judge(candidateExample('https://example.org/a'));
  scope.judge(candidateExample('https://example.org/a.zip'));
  scope.judge(candidateExample('https://example.net/'));
  expect(budgets.state()).toEqual({ pages: [['example.org', 1]], queries: [], calendars: [] });
});

test('an endless calendar of months ends after 30 years', () => {
  const scope = standardScope(scopeSettings([start], { maxDepth: Infinity }), new Budgets());
  let pages = 0;
  for (let month = 2024 * 12; ; month++) {
    const link = candidateExample(
      `https://example.org/calendar?year=${Math.floor(month / 12)}&month=${(month % 12) + 1}`,
    );
    const { verdict, rule } = scope.judge(link);
    if (verdict === 'reject') {
      expect(rule).toBe('endless calendar');
      break;
    }
    pages++;
  }
  expect(pages).toBe(360);
});

test('a crawl that was killed resumes with the same answers as one that was not', () => {
  const settings = scopeSettings([start], {
    maxPagesPerHost: 40,
    maxQueriesPerPath: 3,
    maxYearsPerCalendar: 2,
  });
  const links = Array.from({ length: 200 }, (_, n) =>
    [
      candidateExample(`https://example.org/p${n}`),
      candidateExample(`https://example.org/shop?a=${n}&b=1&c=2`),
      candidateExample(`https://example.org/cal/${2000 + n}/5`),
    ].at(n % 3),
  ).filter((link) => link !== undefined);
  const uninterrupted = standardScope(settings, new Budgets());
  const expected = links.map((link) => uninterrupted.judge(link));

  let saved: unknown[] = [];
  const found = links.map((link) => {
    const budgets = Budgets.restore(saved);
    const decision = standardScope(settings, budgets).judge(link);
    saved = [JSON.parse(JSON.stringify(budgets.state()))];
    return decision;
  });
  expect(found).toEqual(expected);
  expect(new Set(expected.map(({ rule }) => rule))).toEqual(
    new Set([null, 'too many queries', 'endless calendar', 'pages per host']),
  );
});
