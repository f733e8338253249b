import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Databases, startDatabases } from '../../../test/kernel/database/store-databases.ts';
import { readConfig } from '../../config/index.ts';
import { openStore } from '../../database/open-store.ts';
import type { Store } from '../../database/store.ts';
import { operatorAsCaller } from '../../http/people/audit-note.ts';
import { type Work, type WorkLimits, WorkPool } from './work-pool.ts';

let databases: Databases;
let store: Store;

beforeAll(async () => {
  databases = await startDatabases('sqlite');
  store = await openStore({ ...(await databases.fresh()), access: 'write' });
});
afterAll(async () => {
  await store.close();
  await databases.stop();
});

const generous: WorkLimits = {
  ...{ threads: 2, cpuMs: 60_000, wallMs: 600_000, memoryMiB: 512, most: 50, mostOfOne: 20 },
};

function pool(limits: Partial<WorkLimits>): WorkPool {
  const made = new WorkPool(store, readConfig({}, {}), { ...generous, ...limits });
  onTestFinished(() => made.close());
  return made;
}

const head = 'name: a\nsource: https://example.org/\n';
/** Reading it takes about half a second: up to the limit of all patterns of a file. That of a short file takes a few milliseconds. */
const costly = `${head}detectors:\n${Array.from(
  { length: 8000 },
  (_, n) => `  - { name: d${n}, pattern: '(a{1,500}b{1,500}){1,2}' }`,
).join('\n')}\n`;

const check = (file: string, user = 1): Work => ({
  name: 'checkProjectFile',
  given: { body: { file } },
  asking: {
    caller: {
      ...operatorAsCaller,
      principal: {
        kind: 'user',
        user: { id: user, name: `${user}`, role: 'editor', credentialVersion: 0 },
        session: null,
      },
    },
    signal: new AbortController().signal,
  },
});

const failure = (work: Promise<unknown>): Promise<{ readonly code?: string; readonly message: string }> =>
  work.then(
    () => ({ message: 'nothing failed' }),
    (error: Error) => error,
  );

test('a service is called in a thread, and what it throws keeps its code', async () => {
  const threads = pool({});
  expect(await threads.run(check(head))).toEqual({ name: 'a', problems: [] });
  const missing = { ...check(''), name: 'showProject', given: { project: 'none' } };
  expect(await failure(threads.run(missing))).toMatchObject({ code: 'API_NOT_FOUND', decision: 'stop' });
});

test('work that takes too much time is ended, and the next gets a new thread', async () => {
  const threads = pool({ cpuMs: 100 });
  expect(await failure(threads.run(check(costly)))).toMatchObject({
    code: 'API_TOO_COSTLY',
    message: expect.stringContaining('more time'),
  });
  expect(await threads.run(check(head))).toMatchObject({ name: 'a' });
});

test('work that waits for too long is ended', async () => {
  const threads = pool({ wallMs: 1 });
  expect(await failure(threads.run(check(costly)))).toMatchObject({ code: 'API_TOO_COSTLY' });
});

test('work that takes too much memory is ended', async () => {
  const threads = pool({ memoryMiB: 40 });
  expect(await failure(threads.run(check(costly)))).toMatchObject({
    code: 'API_TOO_COSTLY',
    message: expect.stringContaining('more memory'),
  });
});

test('no user gets all threads, nor more than a few places in the queue', async () => {
  const threads = pool({ mostOfOne: 3, most: 5 });
  const hogged = [1, 2, 3].map(() => failure(threads.run(check(costly, 1))));
  expect(await failure(threads.run(check(head, 1)))).toMatchObject({ code: 'API_TOO_MANY' });
  // Two wait before them, and they are not kept waiting.
  expect(await threads.run(check(head, 2))).toMatchObject({ name: 'a' });
  const others = [3, 4].map((user) => failure(threads.run(check(costly, user))));
  expect(await failure(threads.run(check(head, 5)))).toMatchObject({ code: 'API_BUSY' });
  await threads.close();
  for (const one of await Promise.all([...hogged, ...others]))
    expect(one).toMatchObject({ code: 'API_STOPPING' });
  expect(await failure(threads.run(check(head)))).toMatchObject({ code: 'API_STOPPING' });
});

test('a thread that has read something large is ended: its memory is given back', async () => {
  const started = once(process, 'worker');
  const threads = pool({ threads: 1 });
  await threads.run(check(head));
  const [thread] = (await started) as [Worker];
  const ended = once(thread, 'exit');
  await failure(threads.run(check(`${head}# ${'x'.repeat(150_000_000)}`)));
  await ended;
  expect(await threads.run(check(head))).toMatchObject({ name: 'a' });
});
