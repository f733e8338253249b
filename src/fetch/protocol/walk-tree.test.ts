import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retryAtOnce } from '../../../test/fixtures/servers/retries.ts';
import { FetchError } from '../errors.ts';
import type { ListedEntry, Listing } from './protocol.ts';
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

const reported = async (list: (url: string) => Promise<Listing>, atOnce: number) =>
  (await Array.fromAsync(walkTree({ list }, ROOT, { atOnce }))).map(({ item, url }) => `${item} ${url}`);

test('several folders at once give the same result, in whatever order the answers come', async () => {
  const alone = await reported(async (url) => listed(url), 1);
  expect(alone.filter((line) => line.startsWith('problem'))).toHaveLength(5);
  const once = await reported(async (url) => listed(url), 4);
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
      expect(await scheduler.waitFor(reported(list, 4))).toEqual(once);
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
  await expect(reported(list, 4)).rejects.toMatchObject({ code: 'FETCH_LOGIN' });
});

describe('one folder after the other', () => {
  const folders = (listings: Readonly<Record<string, readonly ListedEntry[]>>) => ({
    list: async (url: string): Promise<Listing> => ({
      entries: listings[url.slice(ROOT.length)] ?? [],
      problems: [],
    }),
  });

  test('only folders that are wanted are entered', async () => {
    const spider = folders({ '': [entry('a', 'folder'), entry('b', 'folder')] });
    const enters = (url: string) => url !== `${ROOT}a/`;
    const items = await Array.fromAsync(walkTree(spider, ROOT, { enters }));
    expect(items.map(({ url }) => url)).toEqual([ROOT, `${ROOT}b/`]);
  });

  test('a folder is a loop only if sizes and times agree too', async () => {
    const sized = (size: number, at: number): ListedEntry[] => [
      { ...entry('a', 'file'), size, modified: { at, unit: 1 } },
      entry('sub', 'folder'),
    ];
    const spider = folders({
      '': sized(1, 1),
      'sub/': sized(2, 1),
      'sub/sub/': sized(2, 2),
      'sub/sub/sub/': sized(2, 1),
    });
    const items = await Array.fromAsync(walkTree(spider, ROOT));
    expect(items.filter(({ item }) => item === 'file')).toHaveLength(3);
    const [problem] = items.filter(({ item }) => item === 'problem');
    expect(problem).toMatchObject({ url: `${ROOT}sub/sub/sub/`, error: { code: 'FETCH_LINK_LOOP' } });
    expect(problem).toMatchObject({ error: { message: expect.stringContaining('2 folder(s) above') } });
  });

  /** Throws this number of failures that may pass. */
  const failing = (failures: number, onFailure: () => void = () => undefined) => {
    let tries = 0;
    return {
      tries: () => tries,
      list: async (): Promise<Listing> => {
        tries++;
        if (tries > failures) return { entries: [], problems: [] };
        onFailure();
        throw new FetchError('FETCH_CLOSED', 'lost', { url: ROOT });
      },
    };
  };

  test('a listing is tried again as often as the policy says', async () => {
    const flaky = failing(2);
    const options = { retries: retryAtOnce };
    expect(await Array.fromAsync(walkTree(flaky, ROOT, options))).toEqual([{ item: 'folder', url: ROOT }]);
    const broken = failing(9);
    expect(await Array.fromAsync(walkTree(broken, ROOT, options))).toMatchObject([{ item: 'problem' }]);
    expect(broken.tries()).toBe(retryAtOnce.attempts);
  });

  test('the signal ends the wait before the next try', async () => {
    const giveUp = new AbortController();
    const broken = failing(9, () => setImmediate(() => giveUp.abort()));
    const options = { retries: { attempts: 9, firstDelay: 1e9, longestDelay: 1e9 }, signal: giveUp.signal };
    expect(await Array.fromAsync(walkTree(broken, ROOT, options))).toMatchObject([{ item: 'problem' }]);
    expect(broken.tries()).toBe(2);
  });
});

test('a walk that is stopped does not wait for a listing that never ends', async () => {
  const stopping = new AbortController();
  const list = (): Promise<Listing> => {
    setImmediate(() => stopping.abort(new Error('stopped')));
    return new Promise(() => undefined);
  };
  const walk = walkTree({ list }, ROOT, { signal: stopping.signal });
  await expect(Array.fromAsync(walk)).rejects.toThrow('stopped');
});
