import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { rawDatabase } from '../../../../test/kernel/database/raw-database.ts';
import { startRun } from '../../../../test/kernel/database/sample-records.ts';
import { databaseKinds, type Place } from '../../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../../test/kernel/database/store-for-each-test.ts';
import type { AuditNote } from '../../../crawl/tables/audit-log.ts';
import { openStore } from '../../../database/open-store.ts';
import type { Store } from '../../../database/store.ts';
import type { StoredUser, UserSession } from './people-tables.ts';

const note = (action: string, change: Partial<AuditNote> = {}): AuditNote => ({
  at: 10,
  actor: 'operator',
  action,
  subject: 'someone',
  detail: '',
  address: null,
  ...change,
});

const newUser = (
  name: string,
  change: Partial<StoredUser> = {},
): Omit<StoredUser, 'id' | 'credentialVersion'> => ({
  name,
  role: 'reader',
  password: null,
  external: null,
  createdAt: 5,
  ...change,
});

const hash = (n: number) => Buffer.alloc(32, n);

const session = (userId: number, change: Partial<UserSession> = {}): UserSession => ({
  hash: hash(1),
  userId,
  createdAt: 10,
  seenAt: 10,
  expiresAt: 100,
  address: '127.0.0.1',
  agent: 'Test',
  ...change,
});

describe.each(databaseKinds)('people on %s', (kind) => {
  let store: Store;
  let people: Store['people'];
  let place: Place;
  let ada: StoredUser;
  storeForEachTest(kind, (opened, at) => {
    store = opened;
    people = opened.people;
    place = at;
  });
  beforeEach(async () => {
    ada = await people.createUser(newUser('ada', { role: 'administrator' }), note('add user'));
  });

  test('users are found by name, by id and by who they are elsewhere', async () => {
    const external = { issuer: 'https://id.example.org', subject: '4711' };
    const bob = await people.createUser(newUser('bob', { external }), note('add user'));
    expect(bob).toEqual({ id: bob.id, credentialVersion: 0, ...newUser('bob', { external }) });
    for (const who of ['bob', bob.id, external]) expect(await people.findUser(who)).toEqual(bob);
    expect(await people.findUser({ ...external, subject: '4712' })).toBeNull();
    expect((await people.listUsers()).map(({ name }) => name)).toEqual(['ada', 'bob']);
    await expect(people.createUser(newUser('bob'), note('add user'))).rejects.toMatchObject({
      code: 'STORE_NAME_TAKEN',
    });
  });

  test('the last administrator stays one, and stays', async () => {
    await expect(people.removeUser(ada.id, note('remove'))).rejects.toMatchObject({
      code: 'STORE_LAST_ADMINISTRATOR',
    });
    await expect(people.changeUser(ada.id, { role: 'editor' }, note('role'))).rejects.toMatchObject({
      code: 'STORE_LAST_ADMINISTRATOR',
    });
    const bob = await people.createUser(newUser('bob', { role: 'administrator' }), note('add user'));
    const [first, second] = await Promise.allSettled([
      people.changeUser(ada.id, { role: 'editor' }, note('role')),
      people.changeUser(bob.id, { role: 'editor' }, note('role')),
    ]);
    expect([first?.status, second?.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await people.listUsers()).map(({ role }) => role).toSorted()).toEqual([
      'administrator',
      'editor',
    ]);
  });

  test('a session is there until it expires, and can be renewed and ended', async () => {
    await people.startSession(session(ada.id), note('log in'));
    const found = await people.findSession(hash(1), 99);
    expect(found).toEqual({ session: { ...session(ada.id), hash: found?.session.hash }, user: ada });
    expect(await people.findSession(hash(1), 100)).toBeNull();
    expect(await people.findSession(hash(2), 20)).toBeNull();
    await people.renewSession(hash(1), 90, 200);
    expect((await people.findSession(hash(1), 150))?.session).toMatchObject({ seenAt: 90, expiresAt: 200 });
    await people.startSession(session(ada.id, { hash: hash(2), createdAt: 11 }), note('log in'));
    await people.startSession(session(ada.id, { hash: hash(3), createdAt: 12 }), note('log in'));
    expect((await people.sessionsOf(ada.id, 20)).map((each) => each.hash[0])).toEqual([3, 2, 1]);
    await people.endSession(hash(2), note('log out'));
    expect(await people.findSession(hash(2), 20)).toBeNull();
    await people.endSessionsOf(ada.id, false, note('log out everywhere'));
    expect(await people.sessionsOf(ada.id, 20)).toEqual([]);
  });

  test('a new password ends all sessions; stronger parameters for the same one do not', async () => {
    await people.changeUser(ada.id, { password: 'hash 1' }, note('password'));
    await people.startSession(session(ada.id), note('log in'));
    await people.rehashPassword(ada.id, 'hash 0', 'stale');
    await people.rehashPassword(ada.id, 'hash 1', 'hash 2');
    expect((await people.findSession(hash(1), 20))?.user.password).toBe('hash 2');
    await people.changeUser(ada.id, { password: 'hash 3' }, note('password'));
    expect(await people.findSession(hash(1), 20)).toBeNull();
  });

  test('a link is used once, by the first who opens it, and not after it has expired', async () => {
    await people.keepLink({ hash: hash(8), userId: ada.id, expiresAt: 50 }, note('link'));
    await people.keepLink({ hash: hash(9), userId: ada.id, expiresAt: 50 }, note('link'));
    expect(await people.linkOwner(hash(8), 20)).toBeNull();
    expect(await people.linkOwner(hash(9), 20)).toEqual(ada);
    expect([await people.hasLink(ada.id, 49), await people.hasLink(ada.id, 50)]).toEqual([true, false]);
    const { actor, subject, ...rest } = note('choose password');
    expect(await people.redeemLink(hash(9), 'late', { ...rest, at: 50 })).toBeNull();
    await people.startSession(session(ada.id), note('log in'));
    const redeemed = await Promise.all([
      people.redeemLink(hash(9), 'one', rest),
      people.redeemLink(hash(9), 'two', rest),
    ]);
    expect(redeemed.filter((each) => each !== null)).toHaveLength(1);
    expect(await people.sessionsOf(ada.id, 20)).toEqual([]);
    expect((await people.audit({ limit: 1 }))[0]).toMatchObject({ actor: 'ada', action: 'choose password' });
  });

  test('tokens are found until they expire, and go with their user or their project', async () => {
    const bob = await people.createUser(newUser('bob'), note('add user'));
    const { projectId } = await startRun(store);
    const given = { userId: bob.id, name: 'ci', hint: 'tdm_abc', createdAt: 5, expiresAt: 100 };
    const token = await people.createToken(
      { ...given, hash: hash(4), scope: 'read', projectId },
      note('add token'),
    );
    const other = await people.createToken(
      { ...given, hash: hash(5), scope: 'admin', projectId: null },
      note('add token'),
    );
    expect(await people.findToken(hash(4), 99)).toEqual({ token, user: bob });
    expect(await people.findToken(hash(4), 100)).toBeNull();
    await people.noteTokenUse(token.id, 42);
    expect(await people.tokensOf(bob.id)).toEqual([other, { ...token, usedAt: 42 }]);
    expect(await people.tokensOf(ada.id)).toEqual([]);
    await store.projects.remove(projectId);
    expect(await people.tokensOf(null)).toEqual([other]);
    await people.removeToken(other.id, note('remove token'));
    expect(await people.findToken(hash(5), 20)).toBeNull();
    await people.createToken({ ...given, hash: hash(6), scope: 'read', projectId: null }, note('add token'));
    await people.removeUser(bob.id, note('remove user'));
    expect(await people.findToken(hash(6), 20)).toBeNull();
  });

  test('a project is shared, differently, and not any more; shares go with the project', async () => {
    const { projectId } = await startRun(store);
    const bob = await people.createUser(newUser('bob'), note('add user'));
    await people.setAccess(projectId, ada.id, 'own', note('share'));
    await people.setAccess(projectId, bob.id, 'read', note('share'));
    await people.setAccess(projectId, bob.id, 'write', note('share'));
    expect(await people.accessToProject(projectId)).toEqual([
      { projectId, userId: ada.id, access: 'own' },
      { projectId, userId: bob.id, access: 'write' },
    ]);
    await people.setAccess(projectId, bob.id, null, note('share'));
    expect(await people.accessOfUser(bob.id)).toEqual([]);
    expect(await people.accessOfUser(ada.id)).toHaveLength(1);
    await store.projects.remove(projectId);
    expect(await people.accessOfUser(ada.id)).toEqual([]);
  });

  test('a project comes with its owner and its line of the audit log, or not at all; a change has its line, too', async () => {
    const tides = { name: 'tides', startUrl: 'https://example.org/', settings: '{}', createdAt: 1 };
    const beginning = { owner: ada.id, notes: [note('add project')] };
    const { id } = await store.projects.create(tides, beginning);
    await expect(store.projects.create(tides, beginning)).rejects.toMatchObject({ code: 'STORE_NAME_TAKEN' });
    // A line that cannot be written takes everything else back.
    const unwritable = { ...note('add project'), at: null as unknown as number };
    const other = { ...tides, name: 'other' };
    await expect(store.projects.create(other, { owner: ada.id, notes: [unwritable] })).rejects.toThrow();
    await expect(
      store.projects.change(id, { ...tides, settings: '{"a":1}' }, [unwritable]),
    ).rejects.toThrow();
    await expect(store.projects.remove(id, [unwritable])).rejects.toThrow();
    expect(await store.projects.list()).toEqual([{ id, ...tides }]);
    expect(await people.accessOfUser(ada.id)).toEqual([{ projectId: id, userId: ada.id, access: 'own' }]);
    await store.projects.change(id, tides, [note('change project')]);
    await store.projects.remove(id, [note('remove project')]);
    const lines = await people.audit({ limit: 3 });
    expect(lines.map(({ action }) => action)).toEqual(['remove project', 'change project', 'add project']);
  });

  test('attempts are counted for all keys or none, also when they come at once', async () => {
    const pace = { free: 3, firstWaitMs: 10, longestWaitMs: 15, forgetAfterMs: 1_000 };
    const [account, address] = [
      { key: hash(1), pace },
      { key: hash(2), pace: { ...pace, free: 100 } },
    ] as const;
    const waitFor = async (...[keys, at]: Parameters<typeof people.countAttempt>) =>
      (await people.countAttempt(keys, at)).waitMs;
    const waits = await Promise.all([1, 2, 3, 4, 5].map(() => waitFor([account, address], 10)));
    expect(waits.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 10, 10]);
    expect(await waitFor([account], 20)).toBe(0);
    expect(await waitFor([account], 20)).toBe(15);
    expect(await waitFor([address], 20)).toBe(0);
    await people.forgetAttempts(account.key);
    expect(await waitFor([account], 20)).toBe(0);
    expect(await waitFor([account], 5_000)).toBe(0);
    for (const _ of [1, 2]) expect(await waitFor([account], 5_000)).toBe(0);
    await people.takeBackAttempt(account.key);
    expect(await waitFor([account], 5_000)).toBe(0);
    expect(await waitFor([account], 5_000)).toBe(10);
  });

  test('new origins pass a block one after the other, until they have failed too often', async () => {
    const pace = { free: 1, firstWaitMs: 60_000, longestWaitMs: 60_000, forgetAfterMs: 3_600_000 };
    const lane = { key: hash(8), everyMs: 5_000, longestHoldMs: 10_000, mostFailures: 2 };
    const ask = (origin: number, at: number) =>
      people.countAttempt([{ key: hash(7), pace, newOrigins: { ...lane, origin: hash(origin) } }], at);
    const [turn, blocked] = [{ waitMs: 0, isNewOrigin: true }, { isNewOrigin: false }];
    expect(await ask(1, 0)).toEqual({ waitMs: 0, holdMs: 0, isNewOrigin: false });
    expect(await ask(2, 0)).toEqual({ ...turn, holdMs: 0 });
    expect(await ask(3, 0)).toEqual({ ...turn, holdMs: 5_000 });
    expect(await ask(4, 0)).toEqual({ ...turn, holdMs: 10_000 });
    // The lane is full.
    expect(await ask(5, 0)).toEqual({ ...blocked, waitMs: 60_000, holdMs: 0 });
    expect(await ask(5, 5_000)).toEqual({ ...turn, holdMs: 10_000 });
    // Those who failed twice wait until the block ends, which new origins do not make longer; and are forgotten after a day.
    expect(await ask(2, 30_000)).toEqual({ ...turn, holdMs: 0 });
    expect(await ask(2, 50_000)).toEqual({ ...blocked, waitMs: 10_000, holdMs: 0 });
    expect(await ask(2, 60_000)).toEqual({ waitMs: 0, holdMs: 0, isNewOrigin: false });
    const nextDay = 60_000 + 86_400_001;
    expect(await ask(9, nextDay)).toEqual({ waitMs: 0, holdMs: 0, isNewOrigin: false });
    expect(await ask(2, nextDay)).toEqual({ ...turn, holdMs: 0 });
  });

  test('the audit log is read in parts and keeps names of users who are gone', async () => {
    const bob = await people.createUser(newUser('bob'), note('add user', { subject: 'bob' }));
    await people.removeUser(bob.id, note('remove user', { subject: 'bob', address: '::1' }));
    await people.note(note('log in refused', { actor: 'nobody', detail: 'x'.repeat(10_000) }));
    const [newest, ...older] = await people.audit({ limit: 2 });
    expect(newest).toMatchObject({ actor: 'nobody', detail: 'x'.repeat(500) });
    expect(older).toMatchObject([{ action: 'remove user', subject: 'bob', address: '::1' }]);
    const rest = await people.audit({ before: older[0]?.id ?? 0, limit: 10 });
    expect(rest.map(({ action }) => action)).toEqual(['add user', 'add user']);
  });

  test('a change and its line of the audit log are written together or not at all', async () => {
    await people.createUser(newUser('bob'), note('add user'));
    const before = await people.audit({ limit: 100 });
    await expect(people.createUser(newUser('bob'), note('add user'))).rejects.toThrow();
    await expect(people.removeUser(ada.id, note('remove user'))).rejects.toThrow();
    expect(await people.audit({ limit: 100 })).toEqual(before);
  });

  test('a line of the audit log is never changed or removed', async () => {
    const database = rawDatabase(place);
    for (const change of ["update audit_entry set actor = 'somebody else'", 'delete from audit_entry'])
      await expect(database.write(({ db }) => sql.raw(change).execute(db))).rejects.toThrow(/never changed/);
    await database.close();
    expect(await people.audit({ limit: 10 })).toMatchObject([{ actor: 'operator' }]);
  });
});

test('a writer thread changes users too', async () => {
  const { startDatabases } = await import('../../../../test/kernel/database/store-databases.ts');
  const databases = await startDatabases('sqlite');
  const place = await databases.fresh();
  if (place.kind !== 'sqlite') throw new Error('not a folder');
  const store = await openStore({ ...place, access: 'write', thread: true });
  const user = await store.people.createUser(newUser('ada'), note('add user'));
  expect(await store.people.findUser('ada')).toEqual(user);
  await store.close();
  await databases.stop();
});
