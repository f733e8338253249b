import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Databases,
  databaseKinds,
  startDatabases,
} from '../../../test/kernel/database/store-databases.ts';
import { openStore } from '../../database/open-store.ts';

describe.each(databaseKinds)('secrets on %s', (kind) => {
  let databases: Databases;

  beforeAll(async () => {
    databases = await startDatabases(kind);
  });
  afterAll(() => databases.stop());

  test('are kept, changed, listed and removed as they were sealed', async () => {
    const store = await openStore({ ...(await databases.freshStore()), access: 'write' });
    await store.secrets.keep('forum', 'tm1.sealed', 5);
    await store.secrets.keep('forum', 'tm1.again', 6);
    await store.secrets.keep('a', 'tm1.a', 7);
    expect(await store.secrets.find('forum')).toBe('tm1.again');
    expect(await store.secrets.list()).toEqual([
      { name: 'a', changedAt: 7 },
      { name: 'forum', changedAt: 6 },
    ]);
    expect([await store.secrets.remove('forum'), await store.secrets.remove('forum')]).toEqual([true, false]);
    expect(await store.secrets.find('forum')).toBeNull();
    await store.close();
  });
});
