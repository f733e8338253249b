import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createUser, line } from '../../../../test/features/people/stored-users.ts';
import { rawDatabase } from '../../../../test/kernel/database/raw-database.ts';
import { startRun } from '../../../../test/kernel/database/sample-records.ts';
import { databaseKinds, type Place } from '../../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../../test/kernel/database/store-for-each-test.ts';
import type { Store } from '../../../database/store.ts';
import { READER_GONE_MS } from './feed-reader.ts';

const now = 1_800_000_000_000;

describe.each(databaseKinds)('readers of the change feed on %s', (kind) => {
  let store: Store;
  let place: Place;
  storeForEachTest(kind, (opened, at) => {
    store = opened;
    place = at;
  });

  /** A project with an unread change. */
  async function projectWithChange(): Promise<{ projectId: number; runId: number }> {
    const { projectId, runId } = await startRun(store);
    const database = rawDatabase(place);
    await database.write(({ db }) =>
      sql`INSERT INTO page_change (id, project_id, run_id, page_id, kind, at, position)
        VALUES (1, ${projectId}, ${runId}, 1, 'new', 1, 1)`.execute(db),
    );
    await database.close();
    return { projectId, runId };
  }
  const noted = (userId: number, change: object = {}) =>
    store.readers.note({ userId, name: 'kms', projectId: null, place: 0, at: now, ...change });

  test('count for the projects that their users see at that moment', async () => {
    const { projectId, runId } = await projectWithChange();
    const eve = await createUser(store, 'eve', 'editor');
    await noted(eve.id);
    const unread = () => store.readers.firstUnread(projectId, now);
    expect(await unread()).toBeNull();
    await store.people.setAccess(projectId, eve.id, 'read', line('share'));
    expect(await unread()).toBe(runId);
    await noted(eve.id, { place: 1 });
    expect(await unread()).toBeNull();
    await noted(eve.id);
    await store.people.setAccess(projectId, eve.id, null, line('stop sharing'));
    expect(await unread()).toBeNull();
    await store.people.changeUser(eve.id, { role: 'administrator' }, line('role'));
    expect(await unread()).toBe(runId);
    await noted(eve.id, { projectId: projectId + 1 });
    expect(await unread()).toBeNull();
    await noted(eve.id, { projectId });
    expect(await unread()).toBe(runId);
    expect(await store.readers.firstUnread(projectId, now + READER_GONE_MS)).toBeNull();
  });

  test('end with their user; a new user of the same name has none', async () => {
    await createUser(store, 'boss', 'administrator');
    const eve = await createUser(store, 'eve', 'administrator');
    await noted(eve.id);
    expect(await store.readers.list(now)).toMatchObject([{ user: 'eve', name: 'kms', project: null }]);
    await store.people.removeUser(eve.id, line('remove'));
    await createUser(store, 'eve', 'administrator');
    expect(await store.readers.list(now)).toEqual([]);
    await noted(eve.id);
    expect(await store.readers.list(now)).toEqual([]);
  });

  test('are removed by name', async () => {
    const eve = await createUser(store, 'eve', 'reader');
    await noted(eve.id);
    expect(await store.readers.remove(eve.id, 'other')).toBe(false);
    expect(await store.readers.remove(eve.id, 'kms')).toBe(true);
    expect(await store.readers.list(now)).toEqual([]);
  });
});
