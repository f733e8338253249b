import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FetchError } from '../errors.ts';
import type { ListedEntry, Listing } from './listing-spider.ts';
import { walkTree } from './walk-tree.ts';

const ROOT = 'x://h/';

const entry = (name: string, kind: ListedEntry['kind']): ListedEntry => ({
  name,
  kind,
  size: kind === 'file' ? 1 : null,
  modified: null,
  hash: null,
});

/** The listing of each folder; others cannot be listed. */
const tree = new Map<string, Listing>();
for (const a of [1, 2, 3, 4, 5, 6, 7, 8]) {
  for (const b of [1, 2, 3, 4, 5]) {
    const files = [entry(`f${a}${b}`, 'file'), entry(`g${a}${b}`, 'file')];
    if (a !== b) tree.set(`${ROOT}a${a}/b${b}/`, { entries: files, problems: [] });
  }
  const folders = [1, 2, 3, 4, 5].map((b) => entry(`b${b}`, 'folder'));
  tree.set(`${ROOT}a${a}/`, { entries: [entry(`f${a}`, 'file'), ...folders], problems: [] });
}
tree.set(ROOT, {
  entries: [1, 2, 3, 4, 5, 6, 7, 8].map((a) => entry(`a${a}`, 'folder')),
  problems: [],
});

function listed(url: string): Listing {
  const listing = tree.get(url);
  if (listing !== undefined) return listing;
  throw new FetchError('FETCH_PERMISSION', `${url}: closed`, { url });
}

const told = async (list: (url: string) => Promise<Listing>, atOnce: number) =>
  (await Array.fromAsync(walkTree({ list }, ROOT, { atOnce }))).map(({ item, url }) => `${item} ${url}`);

test('several folders at once give the same result, in whatever order the answers come', async () => {
  const alone = await told(async (url) => listed(url), 1);
  expect(alone.filter((line) => line.startsWith('problem'))).toHaveLength(5);
  const once = await told(async (url) => listed(url), 4);
  expect(once.toSorted()).toEqual(alone.toSorted());
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      let underWay = 0;
      let most = 0;
      const list = async (url: string) => {
        underWay++;
        most = Math.max(most, underWay);
        await scheduler.schedule(Promise.resolve(), url);
        underWay--;
        return listed(url);
      };
      expect(await scheduler.waitFor(told(list, 4))).toEqual(once);
      expect(most).toBe(4);
    }),
    { seed: 64, numRuns: 50 },
  );
});

test('a failure that says stop ends the walk, whatever else is in progress', async () => {
  const list = async (url: string): Promise<Listing> => {
    if (url === ROOT) return listed(url);
    throw new FetchError('FETCH_LOGIN', `${url}: who are you?`, { url });
  };
  await expect(told(list, 4)).rejects.toMatchObject({ code: 'FETCH_LOGIN' });
});
