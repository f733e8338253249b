import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import {
  type Databases,
  databaseKinds,
  startDatabases,
} from '../../../test/kernel/database/store-databases.ts';
import { openStore } from '../../database/open-store.ts';
import type { Picture } from './picture.ts';

const hashOf = (name: string): Buffer => createHash('md5').update(name).digest();

const picture = (name: string): Picture => ({
  ...{ url: `https://example.org/${name}.png`, urlHash: hashOf(name), etag: null, lastModified: null },
  ...{ bytes: 5, sha256: createHash('sha256').update(name).digest() },
  ...{ checkedIn: 1, replacedAt: null, isVolatile: 0 },
});

describe.each(databaseKinds)('pictures on %s', (kind) => {
  let databases: Databases;

  beforeAll(async () => {
    databases = await startDatabases(kind);
  });
  afterAll(() => databases.stop());

  test('that no page shows any more are forgotten, those of other projects and pages are kept', async () => {
    const store = await openStore({ ...(await databases.freshStore()), access: 'write' });
    const watched = async (name: string, shown: readonly (readonly string[])[]) => {
      const { runId, projectId, commit } = await startRun(store, name);
      await commit({ discovered: shown.map((_, n) => discovered(`/${n}`)) });
      const pages = await store.frontier.next(runId, 'example.org', null, 1000);
      const show = (all: readonly (readonly string[])[], pictures: readonly Picture[]) =>
        commit({
          visits: [],
          pictures: {
            pictures,
            shown: pages.map(({ id }, n) => ({
              pageId: id,
              urlHashes: Buffer.concat((all[n] ?? []).map(hashOf)),
            })),
          },
        });
      await commit({ visits: pages.map(({ id }) => visit(id)) });
      await show(shown, [...new Set(shown.flat())].map(picture));
      const left = async () =>
        (await store.pictures.list(projectId, 100))
          .map(({ url }) => URL.parse(url)?.pathname.slice(1, -4))
          .toSorted();
      return { projectId, show, left };
    };
    const tides = await watched('tides', [['logo', 'map'], ['logo', 'storm'], []]);
    const other = await watched('other', [['moon']]);
    await other.show([[]], []);
    await store.pictures.forgetUnshown(tides.projectId);
    expect(await tides.left()).toEqual(['logo', 'map', 'storm']);
    await tides.show([['map'], ['sun']], [picture('sun')]);
    await store.pictures.forgetUnshown(tides.projectId);
    expect([await tides.left(), await other.left()]).toEqual([['map', 'sun'], ['moon']]);
    await store.close();
  });
});
