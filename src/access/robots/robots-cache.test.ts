import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { isAllowed } from './is-allowed.ts';
import { RobotsCache } from './robots-cache.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A cache in front of a site whose answer and clock the test sets. */
function world(byteBudget?: number) {
  const state = { now: 0, status: 200, text: 'User-agent: *\nDisallow: /x', requests: 0 };
  const cache = new RobotsCache({
    now: () => state.now,
    fetchOnce: async () => {
      state.requests++;
      if (state.status === 0) throw new Error('connection refused');
      return { status: state.status, location: null, body: Buffer.from(state.text) };
    },
    ...(byteBudget === undefined ? {} : { byteBudget }),
  });
  const may = async (path: string, origin = 'http://a') =>
    isAllowed((await cache.get(origin)).robots, 'b', path).allowed;
  return { state, cache, may };
}

test('a file is used for 24 hours, then requested again', async () => {
  const { state, may } = world();
  expect(await may('/x')).toBe(false);
  state.text = '';
  state.now = day - 1;
  expect(await may('/x')).toBe(false);
  expect(state.requests).toBe(1);
  state.now = day;
  expect(await may('/x')).toBe(true);
  expect(state.requests).toBe(2);
});

test('callers that ask at the same time share one request', async () => {
  const { state, cache } = world();
  const answers = await Promise.all([cache.get('http://a'), cache.get('http://a'), cache.get('http://b')]);
  expect(state.requests).toBe(2);
  expect(answers[0]).toBe(answers[1]);
});

test('a site that never said what it allows is not crawled, and is asked less and less often', async () => {
  const { state, may } = world();
  state.status = 500;
  const askedAt: number[] = [];
  for (state.now = 0; state.now < 4 * 60 * minute; state.now += minute) {
    const before = state.requests;
    expect(await may('/y')).toBe(false);
    if (state.requests > before) askedAt.push(state.now / minute);
  }
  expect(askedAt).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
});

test('a site that is reachable again may be crawled from the next attempt on', async () => {
  const { state, may } = world();
  state.status = 0;
  expect(await may('/y')).toBe(false);
  state.status = 200;
  state.now = minute;
  expect(await may('/y')).toBe(true);
  expect(await may('/x')).toBe(false);
});

test('while a site is unreachable, its last file is used for up to 30 days', async () => {
  const { state, may } = world();
  await may('/');
  state.status = 503;
  for (state.now = day; state.now < 30 * day; state.now += day) {
    expect(await may('/y')).toBe(true);
    expect(await may('/x')).toBe(false);
  }
  state.now = 30 * day + 60 * minute;
  expect(await may('/y')).toBe(false);
});

test('a file that no longer exists is dropped', async () => {
  const { state, may } = world();
  expect(await may('/x')).toBe(false);
  state.status = 404;
  state.now = day;
  expect(await may('/x')).toBe(true);
});

test('large files push out those that were used least recently', async () => {
  const { state, may } = world(25_000);
  state.text = `User-agent: *\n${'#'.repeat(10_000)}`;
  await may('/', 'http://a');
  await may('/', 'http://b');
  await may('/', 'http://a');
  await may('/', 'http://c');
  expect(state.requests).toBe(3);
  await may('/', 'http://a');
  expect(state.requests).toBe(3);
  await may('/', 'http://b');
  expect(state.requests).toBe(4);
});
