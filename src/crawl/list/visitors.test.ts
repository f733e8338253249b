import { expect, test } from 'vitest';
import { FetchError, type ListingSpider } from '../../fetch/index.ts';
import { Visitors } from './visitors.ts';

const limits = { most: 3, attempts: 2 };
const refused = () => new FetchError('FETCH_CLOSED', 'too many connections');

/** A site that lets in so many, and counts. */
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
      list: () => Promise.reject(new Error('nobody lists here')),
      fetch: () => {
        throw new Error('nobody fetches here');
      },
      close: async () => void this.inside.delete(spider),
    };
    this.inside.add(spider);
    return spider;
  };
}

/** Work that ends when it is told to. */
function heldWork(visitors: Visitors) {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<ListingSpider>();
  const done = visitors.use((visitor) => {
    begun.resolve(visitor);
    return held.promise;
  });
  return { done, begun: begun.promise, end: held.resolve };
}

test('others come in only while somebody waits, and not more than there may be', async () => {
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

test('nobody inside: who waits is told why, and the next may try again', async () => {
  const site = new Site(0);
  const visitors = new Visitors(site.start, limits);
  await expect(visitors.enter()).rejects.toMatchObject({ code: 'FETCH_CLOSED' });
  site.room = 1;
  await visitors.enter();
  expect(site.attempts).toEqual([2, 2]);
});

test('work that lost its connection is done by the others when no new one is to be had', async () => {
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

test('a new visitor tries once more; then the failure is that of the work', async () => {
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

test('the failure of a file is no reason to look for another connection', async () => {
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
