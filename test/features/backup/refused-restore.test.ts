import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { packContent } from '../../../src/database/content/packed-content.ts';
import { openStore } from '../../../src/database/open-store.ts';
import { rawDatabase } from '../../kernel/database/raw-database.ts';
import { discovered, startRun, visit } from '../../kernel/database/sample-records.ts';
import { databaseKinds, type Place } from '../../kernel/database/store-databases.ts';
import { placeForEachTest } from '../../kernel/database/store-for-each-test.ts';
import { runCommand } from '../projects/run-command.ts';

/** A backup with a body that is kept in a file of its own, and damaged forms of it. */
let backup: Uint8Array;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-backup-'));
  const data = join(folder, 'data');
  const store = await openStore({ kind: 'sqlite', folder: data, access: 'write' });
  const { runId, commit } = await startRun(store);
  await commit({ discovered: [discovered('/')] });
  const [page] = await store.frontier.next(runId, 'example.org', null, 1);
  // Every byte another, so that nothing makes it smaller.
  let seed = 1;
  const body = Uint8Array.from({ length: 3_000_000 }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed & 255;
  });
  const content = packContent(Buffer.from(body), null);
  await commit({ contents: [content], visits: [visit(page?.id ?? 0, { sha256: content.sha256 })] });
  await store.close();
  const file = join(folder, 'b');
  await runCommand(['backup', file, '--data', data]);
  backup = await readFile(file);
  await rm(folder, { recursive: true, force: true });
}, 120_000);

describe.each(databaseKinds)('a restore that is refused on %s', { timeout: 300_000 }, (kind) => {
  let place: Place;
  let folder: string;
  placeForEachTest(kind, (fresh) => {
    place = fresh;
  });

  const restore = async (bytes: Uint8Array, data: string) => {
    const file = join(folder, 'to-restore.backup');
    await writeFile(file, bytes);
    const environment: Record<string, string> = place.kind === 'postgres' ? { DATABASE_URL: place.url } : {};
    return runCommand(['restore', file, '--data', data], environment);
  };

  /** All that is there, as far as a restore could leave something. */
  const left = async () => {
    const files = (await readdir(folder, { recursive: true })).filter((name) => name !== 'to-restore.backup');
    if (place.kind === 'sqlite') return files;
    const database = rawDatabase(place);
    const { rows } = await database.read((db) =>
      sql<{
        name: string;
      }>`select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(
        db,
      ),
    );
    await database.close();
    return [...files, ...rows.map(({ name }) => name)];
  };

  test('leaves nothing behind, and the next one works', async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-refused-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const data = join(folder, 'new', 'data');
    const changed = Uint8Array.from(backup);
    changed.set([(changed.at(-40) ?? 0) ^ 1], changed.length - 40);
    for (const [what, bytes] of [
      ['cut', backup.subarray(0, backup.length - 1000)],
      ['changed', changed],
      ['another file', Buffer.from('<title>No backup</title>')],
      ['empty', Buffer.alloc(0)],
    ] as const) {
      const refused = await restore(bytes, data);
      expect([what, refused.exitCode, await left()]).toEqual([
        what,
        expect.toSatisfy((code) => code > 0),
        [],
      ]);
    }
    expect(await restore(backup, data)).toMatchObject({ exitCode: 0 });
    const before = await left();
    const again = await restore(backup, data);
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('[STORE_NOT_EMPTY]')]);
    expect(await left()).toEqual(before);
  });

  test('leaves what was in the folder before', async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-refused-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, 'content', 'ab'), { recursive: true });
    await writeFile(join(folder, 'content', 'ab', 'cd'), 'kept');
    await writeFile(join(folder, 'secret.key'), 'kept');
    const before = await left();
    expect((await restore(backup.subarray(0, backup.length - 1000), folder)).exitCode).not.toBe(0);
    expect(await left()).toEqual(before);
  });
});
