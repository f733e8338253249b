import { describe, expect, test } from 'vitest';
import { startRun } from '../../../../test/kernel/database/sample-records.ts';
import { databaseKinds, type Place } from '../../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../../test/kernel/database/store-for-each-test.ts';
import { openStore } from '../../../database/open-store.ts';
import type { Store } from '../../../database/store.ts';
import type { NewOutboxRow } from './outbox.ts';

const row = (id: string, change: Partial<NewOutboxRow> = {}): NewOutboxRow => ({
  id,
  notification: `change ${id}`,
  channel: 'mailto:me@example.org',
  bundle: 'at once',
  content: '{}',
  at: 10,
  deliverAfter: 10,
  ...change,
});

describe.each(databaseKinds)('the outbox on %s', (kind) => {
  let store: Store;
  let place: Place;
  let isRefused = false;
  storeForEachTest(
    kind,
    (opened, at) => {
      store = opened;
      place = at;
      isRefused = false;
    },
    (point) => {
      if (isRefused && point === 'before commit') throw new Error('stopped');
    },
  );

  const claim = (name: string, now = 20, abandoned = false) =>
    store.outbox.claim({ claim: name, now, until: now + 100, abandoned });
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

  test('is written with the visit that it tells of, or not at all', async () => {
    const { commit } = await startRun(store);
    isRefused = true;
    await expect(commit({ outbox: [row('a')] })).rejects.toThrow('stopped');
    isRefused = false;
    expect(await store.outbox.list({ limit: 9 })).toEqual([]);
    await commit({ outbox: [row('b'), row('a')] });
    expect(idsOf(await store.outbox.list({ limit: 9 }))).toEqual(['a', 'b']);
  });

  test('a notification is reported once over a channel, also after it was sent', async () => {
    const { projectId, commit } = await startRun(store);
    await commit({ outbox: [row('a')] });
    await claim('one');
    await store.outbox.nameMessages('one', 'each');
    await store.outbox.settle('one', 'a', { state: 'sent', at: 21 });
    await commit({ outbox: [row('a'), row('other id', { notification: 'change a' })] });
    await store.outbox.add(projectId, [row('a')]);
    expect(await store.outbox.list({ limit: 9 })).toMatchObject([
      { id: 'a', state: 'sent', sentAt: 21, attempts: 1 },
    ]);
    expect(await claim('two')).toEqual([]);
  });

  test('while messages of a user are being sent, those of other users come first', async () => {
    const newUser = { role: 'editor', password: null, external: null, createdAt: 1 } as const;
    const note = { at: 1, actor: 'operator', action: 'add user', detail: '', address: null };
    const [ann, ben] = [
      await store.people.createUser({ name: 'ann', ...newUser }, { ...note, subject: 'ann' }),
      await store.people.createUser({ name: 'ben', ...newUser }, { ...note, subject: 'ben' }),
    ];
    const project = async (name: string, owner: number) => {
      const { id } = await store.projects.create(
        { name, startUrl: 'https://example.org/', settings: '{}', createdAt: 1 },
        { owner, notes: [] },
      );
      return id;
    };
    const [first, second, other] = [
      await project('first', ann.id),
      await project('second', ann.id),
      await project('other', ben.id),
    ];
    await store.outbox.add(first, [row('a', { channel: 'one' }), row('b', { channel: 'two' })]);
    await store.outbox.add(second, [row('c')]);
    await store.outbox.add(other, [row('d', { deliverAfter: 19 })]);
    const next = async (busy: readonly number[]) =>
      idsOf(await store.outbox.claim({ claim: `${busy}`, now: 20, until: 120, abandoned: false, busy }));
    expect(await next([])).toEqual(['a']);
    expect(await next([first])).toEqual(['d']);
    expect(await next([first, other])).toEqual(['b']);
  });

  test('a claim takes what is due of one bundle, and no other claim gets it before it has run out', async () => {
    const { commit } = await startRun(store);
    await commit({
      outbox: [
        row('c', { at: 9 }),
        row('a'),
        row('later', { deliverAfter: 21 }),
        row('other', { bundle: 'daily', deliverAfter: 12 }),
      ],
    });
    expect(idsOf(await claim('one'))).toEqual(['c', 'a']);
    expect(idsOf(await claim('two'))).toEqual(['other']);
    expect(idsOf(await claim('three'))).toEqual([]);
    expect(idsOf(await claim('four', 119))).toEqual(['later']);
    expect(idsOf(await claim('five', 120, true))).toEqual(['c', 'a']);
  });

  test('a message that was tried keeps its rows and its name, whatever came to its bundle since', async () => {
    const { commit } = await startRun(store);
    await commit({ outbox: [row('a'), row('b')] });
    await claim('killed');
    await store.outbox.nameMessages('killed', 'one');
    await commit({ outbox: [row('c')] });
    const [first, second] = [await claim('next', 200, true), await claim('another', 200)];
    expect(first).toMatchObject([
      { id: 'a', message: 'a' },
      { id: 'b', message: 'a' },
    ]);
    await store.outbox.nameMessages('next', 'each');
    expect(await store.outbox.list({ limit: 9 })).toMatchObject([
      { id: 'a', message: 'a' },
      { id: 'b', message: 'a' },
      { id: 'c', message: null },
    ]);
    expect(second).toMatchObject([{ id: 'c', message: null }]);
  });

  test('a claim that has passed to another process changes nothing', async () => {
    const { commit } = await startRun(store);
    await commit({ outbox: [row('a')] });
    await claim('slow');
    await store.outbox.nameMessages('slow', 'each');
    await claim('quick', 200, true);
    await store.outbox.settle('slow', 'a', { state: 'dead', error: 'too late' });
    expect(await store.outbox.list({ limit: 9 })).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });

  test('failures are counted and kept, and what is dead can be tried again', async () => {
    const { projectId, commit } = await startRun(store);
    await commit({ outbox: [row('a'), row('b')] });
    await claim('one');
    await store.outbox.nameMessages('one', 'each');
    await store.outbox.settle('one', 'a', { state: 'waiting', nextTry: 50, error: 'busy \0' });
    await store.outbox.settle('one', null, { state: 'postponed', nextTry: 40 });
    expect(await store.outbox.list({ projectId, state: 'waiting', limit: 9 })).toMatchObject([
      { id: 'a', attempts: 1, nextTry: 50, lastError: 'busy \uFFFD' },
      { id: 'b', attempts: 0, nextTry: 40, lastError: null },
    ]);
    expect(idsOf(await claim('two', 45))).toEqual(['b']);
    await store.outbox.settle('two', 'b', { state: 'dead', error: 'refused' });
    expect(await store.outbox.list({ state: 'dead', limit: 9 })).toMatchObject([
      { id: 'b', lastError: 'refused' },
    ]);
    expect(await claim('three', 49)).toEqual([]);
    expect(await store.outbox.retry({ projectId: 999_999, now: 46 })).toBe(0);
    expect(await store.outbox.retry({ now: 46 })).toBe(1);
    expect(await store.outbox.retry({ id: 'a', now: 46 })).toBe(1);
    expect(await store.outbox.retry({ id: 'none', now: 46 })).toBe(0);
    expect(await claim('four', 46)).toMatchObject([{ id: 'a', attempts: 0 }]);
    expect(await claim('five', 46)).toMatchObject([{ id: 'b', attempts: 0 }]);
  });

  test('what was sent long ago is removed, and what was given up stays', async () => {
    const { commit } = await startRun(store);
    await commit({ outbox: [row('old'), row('new'), row('dead'), row('waiting', { deliverAfter: 99 })] });
    await claim('one');
    await store.outbox.nameMessages('one', 'each');
    await store.outbox.settle('one', 'old', { state: 'sent', at: 30 });
    await store.outbox.settle('one', 'new', { state: 'sent', at: 40 });
    await store.outbox.settle('one', 'dead', { state: 'dead', error: 'refused' });
    expect(await store.outbox.removeSent(40)).toBe(1);
    expect(idsOf(await store.outbox.list({ limit: 9 })).toSorted()).toEqual(['dead', 'new', 'waiting']);
    expect(await store.outbox.removeSent(40)).toBe(0);
  });

  test('goes with its project, and knows its database', async () => {
    const { projectId, commit } = await startRun(store);
    await commit({ outbox: [row('a')] });
    await store.projects.remove(projectId);
    expect(await store.outbox.list({ limit: 9 })).toEqual([]);
    expect(await store.outbox.instanceId()).toMatch(/^[\da-f-]{36}$/);
  });

  test('twenty claims at once share no row', async () => {
    const { commit } = await startRun(store);
    await commit({ outbox: Array.from({ length: 12 }, (_, i) => row(`r${i}`, { bundle: `b${i}` })) });
    const others = kind === 'postgres' ? [await openStore({ ...place, access: 'write' as const })] : [];
    const stores = [store, ...others];
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (stores[i % stores.length] ?? store).outbox.claim({
          claim: `c${i}`,
          now: 20,
          until: 120,
          abandoned: false,
        }),
      ),
    );
    for (const other of others) await other.close();
    const ids = claims.flatMap(idsOf);
    expect(ids.toSorted()).toEqual([...new Set(ids)].sort());
    expect(ids).toHaveLength(12);
  });
});

test('the writer thread does the same', async () => {
  const { mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-outbox-'));
  const store = await openStore({ kind: 'sqlite', folder, access: 'write', thread: true });
  const { projectId } = await startRun(store);
  await store.outbox.add(projectId, [row('a'), row('b')]);
  expect(await store.outbox.claim({ claim: 'one', now: 20, until: 30, abandoned: false })).toHaveLength(2);
  await store.outbox.nameMessages('one', 'each');
  await store.outbox.settle('one', 'a', { state: 'dead', error: 'no' });
  expect(await store.outbox.retry({ now: 20 })).toBe(1);
  expect(await store.outbox.removeSent(99)).toBe(0);
  await store.close();
  await rm(folder, { recursive: true });
});
