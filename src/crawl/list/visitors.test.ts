import { expect, test } from 'vitest';
import { FetchError, type ListingSpider } from '../../fetch/index.ts';
import { Visitors } from './visitors.ts';

const limits = { most: 3, attempts: 2 };
const refused = () => new FetchError('FETCH_CLOSED', 'too many connections');

/** A site with room for a number of visitors, which counts them. */
class Site {
  readonly inside = new Set<ListingSpider>();
  readonly attempts: number[] = [];
  room: number;

  constructor(room: number) {
    this.room = room;
  }

  readonly start = async (attempts: number): Promise<ListingSpider> => {
    this.attempts.push(attempts);
    if (this.inside.size >= this.room) throw refused();
    const spider: ListingSpider = {
      list: () => Promise.reject(new Error('not used')),
      fetch: () => {
        throw new Error('not used');
      },
      close: async () => void this.inside.delete(spider),
    };
    this.inside.add(spider);
    return spider;
  };
}

/** Work that ends when the test ends it. */
function heldWork(visitors: Visitors) {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<ListingSpider>();
  const done = visitors.use((visitor) => {
    begun.resolve(visitor);
    return held.promise;
  });
  return { done, begun: begun.promise, end: held.resolve };
}

test('more visitors enter only while work waits, and not more than allowed', async () => {
  const site = new Site(9);
  const visitors = new Visitors(site.start, limits);
  await visitors.enter();
  await visitors.enter();
  expect(site.inside.size).toBe(1);
  const works = [1, 2, 3, 4].map(() => heldWork(visitors));
  await Promise.all(works.slice(0, 3).map(({ begun }) => begun));
  expect(site.inside.size).toBe(3);
  for (const { end } of works) end();
  await Promise.all(works.map(({ done }) => done));
  expect(site.attempts).toEqual([2, 1, 1]);
  await visitors.close();
  expect(site.inside.size).toBe(0);
});

test('when no visitor can enter, waiting work fails with the reason, and later work tries again', async () => {
  const site = new Site(0);
  const visitors = new Visitors(site.start, limits);
  await expect(visitors.enter()).rejects.toMatchObject({ code: 'FETCH_CLOSED' });
  site.room = 1;
  await visitors.enter();
  expect(site.attempts).toEqual([2, 2]);
});

test('work that lost its connection is done by another visitor when no new one can enter', async () => {
  const site = new Site(2);
  const visitors = new Visitors(site.start, limits);
  const other = heldWork(visitors);
  const lost = await other.begun;
  const by: ListingSpider[] = [];
  const done = visitors.use(async (visitor) => {
    by.push(visitor);
    if (by.length > 1) return 'done';
    site.room = 0;
    other.end();
    throw refused();
  });
  expect(await done).toBe('done');
  expect(by).toHaveLength(2);
  expect(by[1]).toBe(lost);
  expect(site.inside).toEqual(new Set([lost]));
});

test('a new visitor tries the work once more; then the work fails', async () => {
  const site = new Site(9);
  const visitors = new Visitors(site.start, limits);
  const other = heldWork(visitors);
  await other.begun;
  let tries = 0;
  const failing = visitors.use(() => {
    tries++;
    return Promise.reject(refused());
  });
  await expect(failing).rejects.toMatchObject({ code: 'FETCH_CLOSED' });
  expect(tries).toBe(2);
  other.end();
  await other.done;
});

test('a failing file does not lead to a new connection', async () => {
  const site = new Site(9);
  const visitors = new Visitors(site.start, limits);
  const other = heldWork(visitors);
  await other.begun;
  const failing = visitors.use(() => Promise.reject(new FetchError('FETCH_INCOMPLETE', 'cut off')));
  await expect(failing).rejects.toMatchObject({ code: 'FETCH_INCOMPLETE' });
  expect(site.attempts).toEqual([2, 1]);
  other.end();
  await other.done;
});
