import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { knownVersions, migrate, totalVersion } from '../../../src/database/migrations.ts';
import { loadParts } from '../../../src/database/store-part.ts';
import { rawDatabase } from '../../kernel/database/raw-database.ts';
import { databaseKinds, type Place } from '../../kernel/database/store-databases.ts';
import { placeForEachTest } from '../../kernel/database/store-for-each-test.ts';
import { runCommand } from '../projects/run-command.ts';

describe.each(databaseKinds)('data of an older Tidemark on %s', { timeout: 300_000 }, (kind) => {
  let place: Place;
  placeForEachTest(kind, (fresh) => {
    place = fresh;
  });

  const tidemark = (...args: readonly string[]) =>
    place.kind === 'sqlite'
      ? runCommand([...args, '--data', place.folder])
      : runCommand(args, { DATABASE_URL: place.url });

  test('is brought up to date by a command that says so, and no other is needed', async () => {
    const parts = await loadParts();
    const schemaVersion = totalVersion(parts, knownVersions(parts));
    const fewer = parts.slice(0, 3);
    const oldVersion = totalVersion(fewer, knownVersions(fewer));
    // As a Tidemark left it that had fewer features.
    const old = rawDatabase(place);
    await migrate(old, fewer);
    await old.close();
    const refused = await tidemark('ls');
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining(
        `schema version ${oldVersion} and needs ${schemaVersion}. Run "tidemark migrate"`,
      ),
    ]);
    for (const _ of [1, 2])
      expect(await tidemark('migrate', '--check')).toMatchObject({
        exitCode: 3,
        stdout: `The data has schema version ${oldVersion} and needs ${schemaVersion}: run "tidemark migrate", after a backup.\n`,
      });
    expect(await tidemark('migrate')).toMatchObject({
      exitCode: 0,
      stdout: `Brought the data from schema version ${oldVersion} to schema version ${schemaVersion}.\n`,
    });
    expect(await tidemark('ls')).toMatchObject({ exitCode: 0 });
    expect(await tidemark('migrate', '--check')).toMatchObject({ exitCode: 0 });
    const { stdout } = await tidemark('migrate', '--json');
    expect(JSON.parse(stdout)).toEqual({ from: schemaVersion, to: schemaVersion, isMigrated: false });
  });
});

test('a folder without data is not made into one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-migrate-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const more of [[], ['--check']]) {
    const refused = await runCommand(['migrate', ...more, '--data', join(folder, 'none')]);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('[STORE_MISSING]')]);
  }
});
