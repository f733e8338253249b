import { describe, expect, test } from 'vitest';
import { flaggedDue, shownReason } from '../../../crawl/history/run-report.ts';
import { pageExample, reportExample } from './report.example.ts';
import { aliasesInWords, notVisitedInWords, rateInWords } from './report-words.ts';

describe('what was not visited', () => {
  const knownPages = { due: 1, notDue: 0, aliases: 0, excluded: 0 };
  const words = (change: Parameters<typeof reportExample>[1]) => notVisitedInWords(reportExample([], change));

  test('is counted by its reason, without zeros', () => {
    expect(words({ knownPages, notReached: 0 })).toBe('');
    expect(words({ knownPages: { ...knownPages, notDue: 12_000, aliases: 2 }, notReached: 3 })).toBe(
      '12,000 not due, 3 not reached, 2 aliases not fetched again',
    );
    expect(words({ knownPages: { ...knownPages, excluded: 1, aliases: 1 }, notReached: null })).toBe(
      '1 excluded, 1 alias not fetched again',
    );
  });

  test('may still be reached while the run goes on', () => {
    expect(words({ knownPages, notReached: 3, state: 'running' })).toBe('3 not reached yet');
  });

  test('is not known when the run did not record what it meant to visit', () => {
    expect(words({ knownPages: null, notReached: null })).toBe('');
  });
});

test('aliases in a sentence', () => {
  expect(aliasesInWords({ known: 0, requestsSaved: 0, reductionRate: 0 })).toBe('');
  expect(aliasesInWords({ known: 1, requestsSaved: 1, reductionRate: 0.0312 })).toBe(
    '1 address is an alias of another page (3.1 % of all); 1 request saved.',
  );
  expect(aliasesInWords({ known: 1200, requestsSaved: 0, reductionRate: 0.5 })).toBe(
    '1,200 addresses are aliases of another page (50.0 % of all); 0 requests saved.',
  );
});

test.each([
  [
    { runs: 1, visits: 0, changes: 0, perDay: 0 },
    'How often its pages change is not known yet: that takes a second run.',
  ],
  [{ runs: 2, visits: 9, changes: 0, perDay: 0 }, '0 of 9 visits over 2 runs found a change.'],
  [
    { runs: 2, visits: 9, changes: 5, perDay: 25 },
    '5 of 9 visits over 2 runs found a change; too early to say how often pages change.',
  ],
  [
    { runs: 3, visits: 9, changes: 5, perDay: 0.5 },
    '5 of 9 visits over 3 runs found a change; a page changes about every 2 days.',
  ],
])('the rate of a source, %j', (rate, words) => {
  expect(rateInWords(rate)).toBe(words);
});

test('a reason does not repeat the address that is beside it', () => {
  const url = 'https://example.org/a';
  expect(shownReason(pageExample(1, 'ERR', { url, reason: `${url}: HTTP 503` }))).toBe('HTTP 503');
  expect(shownReason(pageExample(1, 'ERR', { url, reason: `moved to ${url}: b` }))).toBe(
    `moved to ${url}: b`,
  );
});

test('due pages are those that are not new', () => {
  expect(flaggedDue({ NEW: 100, SAM: 1, UPD: 2, MIS: 4, ERR: 8 })).toBe(15);
});
