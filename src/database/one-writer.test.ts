import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { discovered, startRun } from '../../test/kernel/database/sample-records.ts';
import { databaseKinds, type Place } from '../../test/kernel/database/store-databases.ts';
import { storePlaceForEachTest } from '../../test/kernel/database/store-for-each-test.ts';
import { openStore } from './open-store.ts';

const holder = fileURLToPath(new URL('../../test/kernel/database/hold-project.ts', import.meta.url));

/** Another process that writes to the project. */
async function anotherWriter(place: Place) {
  const options = JSON.stringify({ ...place, access: 'write', command: 'tidemark crawl' });
  const child = spawn(process.execPath, [holder, options], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Opens the store and claims the project, as a crawl does. */
async function write(place: Place): Promise<void> {
  const store = await openStore({ ...place, access: 'write', command: 'second' });
  try {
    const project = await store.projects.find('sample');
    const claim = await store.projects.claim(project?.id ?? 0);
    await claim.release();
  } finally {
    await store.close();
  }
}

describe.each(databaseKinds)('one writer on %s', (kind) => {
  let place: Place;
  storePlaceForEachTest(kind, (fresh) => {
    place = fresh;
  });
  beforeEach(async () => {
    const store = await openStore({ ...place, access: 'write' });
    await (await startRun(store)).commit({ discovered: [discovered('/a')] });
    await store.close();
  });

  test('a second writer is refused with the owner named, and readers are not', async () => {
    const other = await anotherWriter(place);
    const refused = write(place);
    await expect(refused).rejects.toMatchObject({ code: 'STORE_LOCKED', decision: 'stop' });
    const message = await refused.catch((error: Error) => error.message);
    expect(message).toContain('tidemark crawl');
    expect(message).toContain(String(other.pid));
    expect(message).toContain(hostname().slice(0, 24));
    const reader = await openStore({ ...place, access: 'read' });
    expect(await reader.frontier.count(1)).toBe(1);
    await reader.close();
    await other.kill();
  });

  test('kill -9 of the owner leaves no lock', async () => {
    const other = await anotherWriter(place);
    await other.kill();
    // The server may take a moment to notice that its client is gone.
    await expect.poll(() => write(place).then(() => 'written', String)).toBe('written');
  });

  test.runIf(kind === 'postgres')('the owner that is named is the one of the project', async () => {
    const stores = await Promise.all(
      ['alpha', 'beta', 'gamma'].map((command) => openStore({ ...place, access: 'write', command })),
    );
    const [alpha, beta, gamma] = stores;
    const claims = [await alpha?.projects.claim(1), await beta?.projects.claim(2)];
    await expect(gamma?.projects.claim(2)).rejects.toThrow(/^"beta /);
    await expect(gamma?.projects.claim(1)).rejects.toThrow(/^"alpha /);
    for (const claim of claims) await claim?.release();
    for (const store of stores) await store.close();
  });

  test('two crawls of one process are kept apart too', async () => {
    const store = await openStore({ ...place, access: 'write' });
    const claim = await store.projects.claim(1);
    await expect(store.projects.claim(1)).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    await (await store.projects.claim(2)).release();
    await claim.release();
    await (await store.projects.claim(1)).release();
    await store.close();
  });

  test.runIf(kind === 'postgres')(
    'a process that lost its claim cannot commit until it has it again',
    async () => {
      if (place.kind !== 'postgres') throw new Error('asked for PostgreSQL');
      const store = await openStore({ ...place, access: 'write' });
      const { projectId, runId, commit } = await startRun(store);
      const lost = await store.projects.claim(projectId);
      await commit({ discovered: [discovered('/b')] });
      const administrator = new pg.Client({ connectionString: place.url });
      await administrator.connect();
      await administrator.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
         WHERE locktype = 'advisory' AND granted AND datname = current_database()`,
      );
      await administrator.end();
      await expect
        .poll(
          () =>
            commit({}).then(
              () => 'committed',
              (cause: unknown) => cause,
            ),
          { timeout: 10_000 },
        )
        .toMatchObject({ code: 'STORE_UNREACHABLE', decision: 'stop' });
      await expect(commit({ discovered: [discovered('/c')] })).rejects.toThrow('Resume the crawl');
      await lost.release();
      const found = await store.projects.claim(projectId);
      await commit({ discovered: [discovered('/c')] });
      expect(await store.frontier.count(runId)).toBe(2);
      await found.release();
      await commit({});
      await store.close();
    },
  );

  test('a reader sees each commit as soon as it is done, and cannot write', async () => {
    const store = await openStore({ ...place, access: 'write' });
    const reader = await openStore({ ...place, access: 'read' });
    const { runId, commit } = await startRun(store);
    await commit({ discovered: [discovered('/b'), discovered('/c')] });
    expect(await reader.frontier.count(runId)).toBe(2);
    await expect(reader.runs.begin(1, { startedAt: 1, settings: '{}' })).rejects.toMatchObject({
      code: 'STORE_READ_ONLY',
    });
    await reader.close();
    await store.close();
  });
});
