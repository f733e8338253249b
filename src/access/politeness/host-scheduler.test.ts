import { describe, expect, test } from 'vitest';
import { outcomeOfStatus, type PaceLimits, politeLimits, type RequestOutcome } from './host-pace.ts';
import { HostScheduler } from './host-scheduler.ts';

const answered: RequestOutcome = { kind: 'answered' };
const overloaded = (retryAt: number | null = null): RequestOutcome => ({ kind: 'overloaded', retryAt });
const scheduler = (limits: Partial<PaceLimits> = {}) => new HostScheduler({ ...politeLimits, ...limits });

/** One request that ends at once. Returns the time when the next one may start. */
function request(hosts: HostScheduler, now: number, outcome: RequestOutcome = answered, host = 'a'): number {
  hosts.started(host, now);
  hosts.finished(host, outcome, now);
  return hosts.nextStart(host, now);
}

test('the first request to a host may start at once', () => {
  expect(scheduler().nextStart('a', 5)).toBe(5);
});

test('by default each host gets one request at a time, independently of other hosts', () => {
  const hosts = scheduler();
  hosts.started('a', 0);
  expect(hosts.nextStart('a', 10)).toBe(Infinity);
  expect(hosts.nextStart('b', 10)).toBe(10);
  hosts.finished('a', answered, 20);
  expect(hosts.nextStart('a', 20)).toBe(20);
});

test('site owners may allow several requests at a time', () => {
  const hosts = scheduler({ concurrency: 2 });
  hosts.started('a', 0);
  expect(hosts.nextStart('a', 0)).toBe(0);
  hosts.started('a', 0);
  expect(hosts.nextStart('a', 0)).toBe(Infinity);
});

describe('the delay between requests', () => {
  test('is kept before a further request for a page that is under way, and after it', () => {
    const hosts = scheduler({ delay: 100 });
    hosts.started('a', 0);
    expect(hosts.startFurther('a', 30)).toBe(100);
    hosts.finished('a', answered, 110);
    expect(hosts.nextStart('a', 110)).toBe(200);
  });

  test('is measured from start to start', () => {
    const hosts = scheduler({ delay: 100 });
    hosts.started('a', 0);
    hosts.finished('a', answered, 30);
    expect(hosts.nextStart('a', 30)).toBe(100);
    expect(hosts.nextStart('a', 300)).toBe(300);
  });

  test('is the larger of the option and what robots.txt asks for, up to a limit', () => {
    const hosts = scheduler({ delay: 2000, longestCrawlDelay: 10_000 });
    hosts.setCrawlDelay('a', 1);
    expect(request(hosts, 0)).toBe(2000);
    hosts.setCrawlDelay('a', 5);
    expect(hosts.nextStart('a', 0)).toBe(5000);
    hosts.setCrawlDelay('a', 86_400);
    expect(hosts.nextStart('a', 0)).toBe(10_000);
    hosts.setCrawlDelay('a', null);
    expect(hosts.nextStart('a', 0)).toBe(2000);
  });
});

describe('an overloaded host', () => {
  test('is left alone for as long as it asks, up to a limit', () => {
    expect(request(scheduler(), 0, overloaded(40_000))).toBe(40_000);
    expect(request(scheduler({ longestRetryAfter: 60_000 }), 0, overloaded(1e12))).toBe(60_000);
  });

  test('is left alone for the longest time that any answer asks for', () => {
    const hosts = scheduler({ concurrency: 2 });
    hosts.started('a', 0);
    hosts.started('a', 0);
    hosts.finished('a', overloaded(40_000), 10);
    hosts.finished('a', overloaded(), 20);
    expect(hosts.nextStart('a', 20)).toBe(40_000);
  });

  test('gets half as many requests after every further sign, down to a minimum', () => {
    const hosts = scheduler({ firstSlowdown: 1000, longestSlowdown: 5000 });
    const pauses: number[] = [];
    let now = 0;
    for (let sign = 0; sign < 5; sign++) {
      const next = request(hosts, now, overloaded());
      pauses.push(next - now);
      now = next;
    }
    expect(pauses).toEqual([1000, 2000, 4000, 5000, 5000]);
  });

  test('recovers step by step after good answers', () => {
    const hosts = scheduler({ firstSlowdown: 1000, successesToRecover: 2 });
    let now = 0;
    for (let sign = 0; sign < 3; sign++) now = request(hosts, now, overloaded());
    const pauses: number[] = [];
    for (let answer = 0; answer < 7; answer++) {
      const next = request(hosts, now);
      pauses.push(next - now);
      now = next;
    }
    expect(pauses).toEqual([4000, 2000, 2000, 1000, 1000, 0, 0]);
    expect(hosts.slowdown('a')).toBe(0);
  });

  test('that answers 429 to all requests under way gives one sign, not sixteen', () => {
    const hosts = scheduler({ concurrency: 16 });
    for (let n = 0; n < 16; n++) hosts.started('a', 0);
    for (let n = 0; n < 16; n++) hosts.finished('a', overloaded(), 10 + n);
    expect(hosts.slowdown('a')).toBe(politeLimits.firstSlowdown);
  });

  test('gets one request at a time until it has recovered', () => {
    const hosts = scheduler({ concurrency: 16 });
    const next = request(hosts, 0, overloaded());
    hosts.started('a', next);
    expect(hosts.nextStart('a', next + 5000)).toBe(Infinity);
  });

  test('does not recover through requests that get no answer', () => {
    const hosts = scheduler({ successesToRecover: 2 });
    let now = request(hosts, 0, overloaded());
    for (const outcome of [answered, { kind: 'failed' }, answered, { kind: 'failed' }] as const)
      now = request(hosts, now, outcome);
    expect(hosts.slowdown('a')).toBe(politeLimits.firstSlowdown);
  });
});

test('a host is not dropped while a request is under way', () => {
  const hosts = scheduler({ concurrency: 2 });
  hosts.started('a', 0);
  hosts.forget('a', 10);
  hosts.started('a', 10);
  expect(hosts.nextStart('a', 10)).toBe(Infinity);
});

test('a host is dropped only when there is nothing left to remember', () => {
  const hosts = scheduler({ delay: 100 });
  request(hosts, 0, overloaded());
  hosts.forget('a', 1e9);
  expect(hosts.slowdown('a')).toBe(politeLimits.firstSlowdown);
  request(hosts, 0, answered, 'b');
  hosts.forget('b', 50);
  expect(hosts.nextStart('b', 50)).toBe(100);
  hosts.forget('b', 100);
  expect(hosts.nextStart('b', 50)).toBe(50);
});

test('a hundred thousand hosts keep their own pace', () => {
  const hosts = scheduler({ delay: 100 });
  for (let n = 0; n < 100_000; n++) request(hosts, n, answered, `host-${n}`);
  expect(hosts.nextStart('host-0', 0)).toBe(100);
  expect(hosts.nextStart('host-99999', 0)).toBe(100_099);
});

test.each([429, 503])('status %d is a sign of overload', (status) => {
  expect(outcomeOfStatus(status)).toEqual({ kind: 'overloaded', retryAt: null });
});

test.each([200, 304, 404, 500, 502])('status %d is not', (status) => {
  expect(outcomeOfStatus(status)).toEqual({ kind: 'answered' });
});
