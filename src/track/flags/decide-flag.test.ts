import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideFlag, type Flag, type PageHistory, type VisitResult } from './decide-flag.ts';

const known: PageHistory = { hasGoodVersion: true, lastFlag: 'SAM' };
const unknown: PageHistory = { hasGoodVersion: false, lastFlag: null };
const content = (level: 'same bytes' | 'same signature' | 'same segments'): VisitResult => ({
  outcome: 'content',
  problem: null,
  comparison: { level },
});
const changed: VisitResult = {
  outcome: 'content',
  problem: null,
  comparison: { level: 'changed', summary: '1 new' },
};
const noisy: VisitResult = {
  outcome: 'content',
  problem: null,
  comparison: { level: 'only noise', noise: 'an advert' },
};
const firstContent: VisitResult = { outcome: 'content', problem: null, comparison: null };
const captcha: VisitResult = {
  outcome: 'content',
  problem: { kind: 'CAPTCHA', reason: 'its title' },
  comparison: null,
};

describe('every visit has one flag and a reason', () => {
  test.each<[string, PageHistory, VisitResult, Flag, string]>([
    ['304', known, { outcome: 'not modified' }, 'SAM', 'not modified (304)'],
    ['the same bytes', known, content('same bytes'), 'SAM', 'the same bytes'],
    ['the same signature', known, content('same signature'), 'SAM', 'the same text, links and images'],
    [
      'the same segments',
      known,
      content('same segments'),
      'SAM',
      'the same text, links and images in different mark-up',
    ],
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
    ['403', known, { outcome: 'status', status: 403 }, 'ERR', 'access refused (403)'],
    ['401', known, { outcome: 'status', status: 401 }, 'ERR', 'it asks for a log-in (401)'],
    ['429', known, { outcome: 'status', status: 429 }, 'ERR', 'too many requests (429)'],
    ['503', known, { outcome: 'status', status: 503 }, 'ERR', 'the server failed (503)'],
    ['500', known, { outcome: 'status', status: 500 }, 'ERR', 'the server failed (500)'],
    ['407', known, { outcome: 'status', status: 407 }, 'ERR', 'it asks for a log-in (407)'],
    ['451', known, { outcome: 'status', status: 451 }, 'ERR', 'withheld for legal reasons (451)'],
    ['418', known, { outcome: 'status', status: 418 }, 'ERR', 'the server answered 418'],
    [
      'a listing that is as before',
      known,
      { outcome: 'not modified', reason: 'as listed' },
      'SAM',
      'as listed',
    ],
    [
      '304 without an earlier version',
      unknown,
      { outcome: 'not modified' },
      'ERR',
      'not modified (304), but there is no earlier version',
    ],
    [
      'content that was never compared',
      known,
      firstContent,
      'ERR',
      'it could not be compared with the last good version',
    ],
    [
      'regions of the user',
      known,
      { outcome: 'content', problem: null, comparison: { level: 'same as chosen', reason: 'the same text' } },
      'SAM',
      'the same text',
    ],
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
      'a redirect to the log-in',
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
      'back, and noisy',
      { hasGoodVersion: true, lastFlag: 'MIS' },
      noisy,
      'SAM',
      'back after it was missing; only noise: an advert',
    ],
    [
      'there at last',
      { hasGoodVersion: false, lastFlag: 'MIS' },
      firstContent,
      'NEW',
      'first good version; it was missing before',
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
  fc.constantFrom<VisitResult>({ outcome: 'not modified' }, changed, noisy, content('same bytes'), captcha),
  fc.integer({ min: 400, max: 599 }).map((status): VisitResult => ({ outcome: 'status', status })),
  fc.constantFrom<VisitResult>(
    { outcome: 'redirect', to: 'x', problem: null },
    { outcome: 'not listed', listing: 'x' },
    { outcome: 'failure', code: 'X', message: 'x' },
  ),
);
test('a page with a good version is SAM, UPD, MIS or ERR, so that these add up to the pages due (B3)', () => {
  fc.assert(
    fc.property(fc.array(anyVisit, { maxLength: 12 }), (visits) => {
      let history = unknown;
      for (const visit of visits) {
        const { flag, isGoodVersion } = decideFlag(history, visit);
        if (history.hasGoodVersion) expect(['SAM', 'UPD', 'MIS', 'ERR']).toContain(flag);
        else expect(['NEW', 'MIS', 'ERR']).toContain(flag);
        expect(isGoodVersion).toBe(flag !== 'ERR' && flag !== 'MIS');
        history = { hasGoodVersion: history.hasGoodVersion || isGoodVersion, lastFlag: flag };
      }
    }),
    { seed: 50, numRuns: 400 },
  );
});
