import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { discovered, startRun } from '../../../test/kernel/database/sample-records.ts';
import { storePlaceForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import { openStore } from '../open-store.ts';
import { readMark } from './high-water-mark.ts';

const dying = fileURLToPath(new URL('../../../test/kernel/database/die-in-commit.ts', import.meta.url));

let folder: string;
storePlaceForEachTest('sqlite', (place) => {
  if (place.kind === 'sqlite') folder = place.folder;
});

const file = (name: string) => join(folder, name);
const open = (access: 'read' | 'write') => openStore({ kind: 'sqlite', folder, access });

/** Commits a page, as a later process does, and closes the store. */
async function commitPage(path: string): Promise<void> {
  const store = await open('write');
  await (await startRun(store)).commit({ discovered: [discovered(path)] });
  await store.close();
}

async function commitAndDie(): Promise<void> {
  const options = JSON.stringify({ kind: 'sqlite', folder, access: 'write' });
  const child = spawn(process.execPath, [dying, options, 'after commit'], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

async function expectLost(what: RegExp): Promise<void> {
  for (const access of ['write', 'read'] as const)
    await expect(open(access)).rejects.toMatchObject({
      code: 'STORE_LOST_WRITES',
      reason: expect.stringMatching(what),
      hint: expect.stringContaining(file('high-water-mark')),
    });
}

test('a deleted database is not begun again', async () => {
  await commitPage('/a');
  for (const name of ['tidemark.db', 'tidemark.db-wal', 'tidemark.db-shm']) rmSync(file(name));
  await expectLost(/tidemark\.db is missing, although data was stored there/);
  expect(existsSync(file('tidemark.db'))).toBe(false);
});

test('an emptied database is not begun again', async () => {
  await commitPage('/a');
  truncateSync(file('tidemark.db'));
  await expectLost(/has 0 of the \d+ commits/);
});

test('an older copy is noticed, and used once the mark is removed', async () => {
  await commitPage('/a');
  copyFileSync(file('tidemark.db'), file('copy'));
  await commitPage('/b');
  copyFileSync(file('copy'), file('tidemark.db'));
  await expectLost(/an older copy was put in its place/);

  rmSync(file('high-water-mark'));
  await commitPage('/c');
  const store = await open('read');
  expect(await store.pages.list(1, { limit: 9, which: 'all' })).toHaveLength(2);
  await store.close();
});

test('a log that was removed after kill -9 is noticed; with it nothing is lost', async () => {
  await commitPage('/a');
  await commitAndDie();
  copyFileSync(file('tidemark.db-wal'), file('log'));
  for (const name of ['tidemark.db-wal', 'tidemark.db-shm']) rmSync(file(name));
  await expectLost(/or its log tidemark\.db-wal was removed/);

  for (const name of ['tidemark.db-wal', 'tidemark.db-shm']) rmSync(file(name), { force: true });
  copyFileSync(file('log'), file('tidemark.db-wal'));
  const store = await open('write');
  expect(await store.visits.ofRun(1, { limit: 9 })).toHaveLength(1);
  await store.close();
});

test('a process that is killed before it raises the mark leaves a lower one, which is no loss', async () => {
  await commitPage('/a');
  const mark = readMark(folder);
  expect(mark).toBeGreaterThan(1);
  for (const left of [`${mark - 1}`.padStart(10, '0'), '', 'no number']) {
    writeFileSync(file('high-water-mark'), left);
    await (await open('read')).close();
    await (await open('write')).close();
  }
});

test('readers that open while commits go on see no loss', async () => {
  const writer = await open('write');
  const { commit } = await startRun(writer);
  let isDone = false;
  const reading = async () => {
    while (!isDone) await (await open('read')).close();
  };
  const writing = async () => {
    for (let page = 0; page < 50; page++) await commit({ discovered: [discovered(`/${page}`)] });
    isDone = true;
  };
  await Promise.all([writing(), reading()]);
  await writer.close();
});

test('a transaction that changes nothing is no commit', async () => {
  await commitPage('/a');
  const mark = readMark(folder);
  const store = await open('write');
  await store.runs.confirm(99, { at: 1, by: 'me' });
  await store.close();
  expect(readMark(folder)).toBe(mark);
});
