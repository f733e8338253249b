import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { objectsOf, runTidemark } from '../../kernel/cli/run-tidemark.ts';

interface Check {
  readonly name: string;
  readonly state: string;
  readonly found: string;
  readonly advice: string | null;
}

describe('tidemark doctor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-doctor-'));
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  afterAll(() => rmSync(folder, { recursive: true }));

  const check = async (name: string, args: readonly string[], environment = {}) => {
    const result = await runTidemark(['doctor', '--json', ...args], { environment });
    const found = (objectsOf(result) as readonly Check[]).find((candidate) => candidate.name === name);
    return { exitCode: result.exitCode, ...found };
  };

  it('looks at Node, SQLite, the browser and the data folder', async () => {
    const checks = objectsOf(await runTidemark(['doctor', '--json', '--data', folder])) as readonly Check[];
    expect(checks.map(({ name }) => name)).toEqual(['Node', 'SQLite', 'Browser', 'Data folder']);
    expect(checks[0]).toEqual({ name: 'Node', state: 'ok', found: process.versions.node, advice: null });
    expect(checks[1]).toMatchObject({ state: 'ok' });
  });

  it('accepts a folder that does not exist yet', async () => {
    expect(await check('Data folder', ['--data', join(folder, 'new')])).toMatchObject({
      exitCode: 0,
      state: 'ok',
    });
  });

  it('says what to do when the data folder cannot be used', async () => {
    expect(await check('Data folder', ['--data', file])).toMatchObject({
      exitCode: 1,
      state: 'broken',
      advice: 'Choose another one with --data or TIDEMARK_DATA.',
    });
    expect(await check('Data folder', [], { TIDEMARK_DATA: file })).toMatchObject({ exitCode: 1 });
  });

  it.skipIf(process.platform === 'win32')(
    'complains about data that others may read, and says what to do',
    async () => {
      const old = join(folder, 'old');
      mkdirSync(old, { mode: 0o755 });
      writeFileSync(join(old, 'tidemark.db'), '', { mode: 0o644 });
      chmodSync(old, 0o755);
      chmodSync(join(old, 'tidemark.db'), 0o644);
      expect(await check('Data folder', ['--data', old])).toMatchObject({
        exitCode: 1,
        state: 'broken',
        found: `${old}: other users of this machine may read tidemark.db`,
        advice: expect.stringContaining(`chmod -R go-rwx '${old}'`),
      });
      chmodSync(old, 0o700);
      expect(await check('Data folder', ['--data', old])).toMatchObject({ state: 'ok' });
    },
  );

  it('says that a database is gone, and what to do', async () => {
    const lost = join(folder, 'lost');
    mkdirSync(lost, { mode: 0o700 });
    writeFileSync(join(lost, 'high-water-mark'), '0000000007\n');
    expect(await check('Database', ['--data', lost])).toMatchObject({
      exitCode: 1,
      state: 'broken',
      found: `${join(lost, 'tidemark.db')} is missing, although data was stored there`,
      advice: expect.stringContaining('restore a backup'),
    });
  });

  it('the command line overrules the environment', async () => {
    expect(await check('Data folder', ['--data', folder], { TIDEMARK_DATA: file })).toMatchObject({
      exitCode: 0,
      found: folder,
    });
  });

  it('uses the browser that the setting names', async () => {
    expect(await check('Browser', ['--data', folder], { TIDEMARK_BROWSER: file })).toMatchObject({
      exitCode: 0,
      state: 'ok',
      found: file,
    });
    expect(await check('Browser', ['--data', folder], { TIDEMARK_BROWSER: `${file}-gone` })).toMatchObject({
      exitCode: 1,
      state: 'broken',
    });
  });

  it('works without a browser', async () => {
    const { exitCode, state, advice } = await check('Browser', ['--data', folder], { PATH: folder });
    if (state === 'ok') return; // found without PATH: on a Mac, or in the npm package
    expect({ exitCode, state }).toEqual({ exitCode: 0, state: 'missing' });
    expect(advice).toMatch(/install Chrome/);
  });

  it('asks the database that the settings name', async () => {
    const database = await check('Database', ['--data', folder], {
      DATABASE_URL: 'postgres://ann:s3cret@127.0.0.1:9/site',
    });
    expect(database).toMatchObject({
      exitCode: 1,
      state: 'broken',
      advice: 'Check that the server runs, and DATABASE_URL.',
    });
    expect(database.found).toContain('127.0.0.1');
    expect(database.found).not.toContain('s3cret');
  });

  it('refuses a setting that makes no sense', async () => {
    const { exitCode, stderr } = await runTidemark(['doctor'], {
      environment: { DATABASE_URL: 'mysql://root:s3cret@localhost/site' },
    });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/DATABASE_URL: .*must be a PostgreSQL address.*\[CONFIG_INVALID\]/);
    expect(stderr).not.toContain('s3cret');
  });

  it('prints a table for people', async () => {
    const { stdout } = await runTidemark(['doctor', '--data', folder]);
    expect(stdout).toMatch(/^what +state +found\nNode +ok +\d/);
  });
});
