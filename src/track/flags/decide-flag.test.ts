import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countFlags, type FlaggedPage } from './count-flags.ts';
import { decideFlag } from './decide-flag.ts';
import type { Flag } from './flag.ts';
import type { PageHistory, PageVisit } from './page-visit.ts';

const known: PageHistory = { hasGoodVersion: true, lastFlag: 'SAM' };
const unknown: PageHistory = { hasGoodVersion: false, lastFlag: null };
const content = (level: 'same bytes' | 'same signature' | 'same segments'): PageVisit => ({
  outcome: 'content',
  problem: null,
  comparison: { level },
});
const changed: PageVisit = {
  outcome: 'content',
  problem: null,
  comparison: { level: 'changed', summary: '1 new' },
};
const noisy: PageVisit = {
  outcome: 'content',
  problem: null,
  comparison: { level: 'only noise', noise: 'an advert' },
};
const firstContent: PageVisit = { outcome: 'content', problem: null, comparison: null };
const captcha: PageVisit = {
  outcome: 'content',
  problem: { kind: 'CAPTCHA', reason: 'its title' },
  comparison: null,
};

describe('every visit has one flag and a reason', () => {
  test.each<[string, PageHistory, PageVisit, Flag, string]>([
    ['304', known, { outcome: 'not modified' }, 'SAM', 'the server says that it was not modified'],
    ['the same bytes', known, content('same bytes'), 'SAM', 'the same bytes'],
    ['the same signature', known, content('same signature'), 'SAM', 'the same text, links and images'],
    ['the same segments', known, content('same segments'), 'SAM', 'the same segments'],
    ['an advert', known, noisy, 'SAM', 'only noise: an advert'],
    ['an edit', known, changed, 'UPD', '1 new'],
    ['a first visit', unknown, firstContent, 'NEW', 'first visit'],
    ['404', known, { outcome: 'status', status: 404 }, 'MIS', 'not found (404)'],
    ['410', known, { outcome: 'status', status: 410 }, 'MIS', 'gone for good (410)'],
    [
      'a redirect',
      known,
      { outcome: 'redirect', to: 'http://a/b', problem: null },
      'MIS',
      'moved to http://a/b',
    ],
    [
      'a file that is no longer listed',
      known,
      { outcome: 'not listed', listing: 'ftp://a/' },
      'MIS',
      'no longer listed in ftp://a/',
    ],
    ['403', known, { outcome: 'status', status: 403 }, 'ERR', 'access is refused (403)'],
    ['401', known, { outcome: 'status', status: 401 }, 'ERR', 'it asks for a log-in (401)'],
    ['429', known, { outcome: 'status', status: 429 }, 'ERR', 'too many requests (429)'],
    ['503', known, { outcome: 'status', status: 503 }, 'ERR', 'the server failed (503)'],
    [
      'a time-out',
      known,
      { outcome: 'failure', code: 'FETCH_TIMEOUT', message: 'no answer in 30 s' },
      'ERR',
      'no answer in 30 s (FETCH_TIMEOUT)',
    ],
    ['a CAPTCHA', known, captcha, 'ERR', 'CAPTCHA: its title'],
    ['a CAPTCHA at the first visit', unknown, captcha, 'ERR', 'CAPTCHA: its title'],
    [
      'a way to the log-in',
      known,
      { outcome: 'redirect', to: '/login', problem: { kind: 'log-in wall', reason: 'it leads to /login' } },
      'ERR',
      'log-in wall: it leads to /login',
    ],
    [
      'back, as it was',
      { hasGoodVersion: true, lastFlag: 'MIS' },
      content('same bytes'),
      'SAM',
      'back after it was missing; the same bytes',
    ],
    [
      'back, and changed',
      { hasGoodVersion: true, lastFlag: 'MIS' },
      changed,
      'UPD',
      'back after it was missing; 1 new',
    ],
    [
      'reachable again',
      { hasGoodVersion: true, lastFlag: 'ERR' },
      content('same bytes'),
      'SAM',
      'reachable again; the same bytes',
    ],
    [
      'reached at last',
      { hasGoodVersion: false, lastFlag: 'ERR' },
      firstContent,
      'NEW',
      'first good version; earlier visits failed',
    ],
  ])('%s', (_, history, visit, flag, reason) => {
    expect(decideFlag(history, visit)).toMatchObject({ flag, reason });
  });
});

const anyVisit = fc.oneof(
  fc.constantFrom<PageVisit>({ outcome: 'not modified' }, changed, noisy, content('same bytes'), captcha),
  fc.integer({ min: 400, max: 599 }).map((status): PageVisit => ({ outcome: 'status', status })),
  fc.constantFrom<PageVisit>(
    { outcome: 'redirect', to: 'x', problem: null },
    { outcome: 'not listed', listing: 'x' },
    { outcome: 'failure', code: 'X', message: 'x' },
  ),
);
/** What becomes of a page in one run: a visit, or none. */
const anyTurn = fc.oneof(
  { weight: 6, arbitrary: anyVisit },
  { weight: 1, arbitrary: fc.constantFrom('not due' as const, 'not reached' as const, 'excluded' as const) },
);

test('in every run of every history SAM + UPD + MIS + ERR = pages due', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyTurn, { minLength: 5, maxLength: 5 }), { maxLength: 20 }), (pages) => {
      const histories: PageHistory[] = pages.map(() => unknown);
      for (let run = 0; run < 5; run++) {
        const due = histories.filter(
          ({ hasGoodVersion }, page) => hasGoodVersion && typeof pages[page]?.[run] !== 'string',
        );
        const flagged = pages.map((turns, page): FlaggedPage => {
          const turn = turns[run] as PageVisit | 'not due' | 'not reached' | 'excluded';
          if (typeof turn === 'string') return { state: turn };
          const history = histories[page] as PageHistory;
          const { flag, isGoodVersion } = decideFlag(history, turn);
          histories[page] = { hasGoodVersion: history.hasGoodVersion || isGoodVersion, lastFlag: flag };
          expect(flag === 'NEW').toBe(!history.hasGoodVersion && isGoodVersion);
          expect(isGoodVersion).toBe(flag !== 'ERR' && flag !== 'MIS');
          if (history.hasGoodVersion) return { state: 'due', flag: flag as Exclude<Flag, 'NEW'> };
          return { state: 'first', flag: flag as 'NEW' | 'MIS' | 'ERR' };
        });
        const totals = countFlags(flagged);
        expect(totals.due).toBe(due.length);
        expect(totals.SAM + totals.UPD + totals.MIS + totals.ERR).toBe(totals.due);
        const others = totals.NEW + totals.neverGood + totals.notDue + totals.notReached + totals.excluded;
        expect(totals.due + others).toBe(pages.length);
      }
    }),
    { seed: 50, numRuns: 400 },
  );
});
