import { describe, expect, it } from 'vitest';
import { CrawlError } from '../errors.ts';
import { type AskedWait, AskedWaits, waitInWords } from './asked-waits.ts';

const minute = 60_000;

/** What hosts asked for at time 0, with what was reported of it. */
function asked(longest: number, ...waits: readonly (readonly [string, number])[]) {
  const reported: AskedWait[] = [];
  const all = new AskedWaits(longest, (wait) => reported.push(wait));
  for (const [host, ms] of waits)
    all.outcomeOf(host, new CrawlError('CRAWL_OVERLOADED', `${host} answered 429`, ms), 0);
  return { tooLong: all.tooLong.bind(all), reported };
}

describe('AskedWaits', () => {
  it('a wait that is longer than the longest is one to pause for', () => {
    const waits = asked(5 * minute, ['a.example', 10 * minute]);
    expect(waits.tooLong(0, 10 * minute)).toEqual({ host: 'a.example', until: 10 * minute });
    expect(waits.tooLong(5 * minute, 10 * minute)).toBeNull();
  });

  it('there is no pause while other hosts have pages, or one of them may be asked soon', () => {
    const waits = asked(5 * minute, ['a.example', 10 * minute], ['b.example', minute]);
    expect(waits.tooLong(0, 1000)).toBeNull();
    expect(waits.tooLong(0, minute)).toBeNull();
    expect(waits.tooLong(2 * minute, 10 * minute)?.host).toBe('a.example');
  });

  it('a host that asks twice is left alone for the longer of the two', () => {
    const waits = asked(minute, ['a.example', 10 * minute], ['a.example', 2 * minute]);
    expect(waits.tooLong(0, 10 * minute)?.until).toBe(10 * minute);
  });

  it('waits of some seconds are announced, shorter ones are not', () => {
    expect(asked(minute, ['a.example', 500], ['b.example', 9000]).reported).toEqual([
      { host: 'b.example', until: 9000 },
    ]);
  });

  it('says until when, to the next full minute', () => {
    const until = Date.UTC(2026, 10, 16, 22, 9, 1);
    expect(waitInWords({ host: 'example.org', until })).toBe(
      'example.org asks us to wait until 2026-11-16 22:10 UTC (Retry-After)',
    );
  });
});
