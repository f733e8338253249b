import { afterAll, expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import { discovered, startRun, visit } from '../../kernel/database/sample-records.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';

/** `CHANGES=100000 npx vitest run test/features/change-feed` for the long form. */
const CHANGES = Number(process.env['CHANGES'] ?? 4000);
const WRITERS = 8;
const BATCH = 25;

const server = sharedPostgres();
afterAll(() => server.stop());

/** Commits one run of new pages in small batches, as a process of its own would. */
async function write(url: string, writer: number, count: number): Promise<void> {
  const store = await openStore({ kind: 'postgres', url, access: 'write' });
  try {
    const { runId, commit } = await startRun(store, `project ${writer}`);
    await commit({
      discovered: Array.from({ length: count }, (_, page) => discovered(`/${writer}/${page}`)),
    });
    for (let done = 0; done < count; done += BATCH) {
      const pages = await store.frontier.next(runId, 'example.org', null, BATCH);
      await commit({ visits: pages.map(({ id }) => visit(id, { flag: 'NEW' })) });
    }
  } finally {
    await store.close();
  }
}

/** Reads on after the last position until `isDone` says that there is no more to come, and returns what it saw. */
async function follow(store: Store, limit: number, isDone: () => boolean): Promise<readonly number[]> {
  const seen: number[] = [];
  let after = 0;
  for (;;) {
    const wasDone = isDone();
    await store.changes.order();
    const { changes, upTo } = await store.changes.after(after, { limit, projectIds: null });
    for (const { position, pageId } of changes) {
      expect(position).toBeGreaterThan(after);
      after = position;
      seen.push(pageId);
    }
    if (changes.length === 0 && wasDone) return seen;
    after = upTo;
  }
}

test('while many processes commit, readers get every change once, all in the same order', async () => {
  const url = await server.createDatabase();
  const stores = [
    await openStore({ kind: 'postgres', url, access: 'write' }),
    await openStore({ kind: 'postgres', url, access: 'write' }),
  ];
  const each = CHANGES / WRITERS;
  let isDone = false;
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(url, writer, each))).then(
    () => {
      isDone = true;
    },
  );
  const [first = [], second = []] = await Promise.all(
    stores.map((store, reader) => follow(store, reader === 0 ? Math.ceil(CHANGES / 600) : 500, () => isDone)),
  );
  await writing;
  expect(first).toHaveLength(CHANGES);
  expect(new Set(first).size).toBe(CHANGES);
  expect(second).toEqual(first);
  for (const store of stores) await store.close();
}, 1_200_000);
