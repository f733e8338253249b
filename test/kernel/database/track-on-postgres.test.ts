import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { type Finished, objectsOf, runTidemark, startTidemark } from '../cli/run-tidemark.ts';
import { type EditedSite, editedSite } from './edited-site.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer;
let site: EditedSite;
let folder: string;
let databaseUrl: string;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
beforeEach(async () => {
  site = await editedSite();
  folder = await mkdtemp(join(tmpdir(), 'tidemark-on-postgres-'));
  databaseUrl = await server.createDatabase();
});
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

type Run = (...args: readonly string[]) => Promise<Finished>;

/** Runs the program on the server, with a data folder of its own. */
const onPostgres: Run = (...args) =>
  runTidemark([...args, '--data', join(folder, 'keys')], { environment: { DATABASE_URL: databaseUrl } });

/** The same, without waiting for the end. */
const start = (...args: readonly string[]) => {
  const child = startTidemark([...args, '--data', join(folder, 'keys')], { DATABASE_URL: databaseUrl });
  child.stdout.resume();
  child.stderr.resume();
  return child;
};

const onSqlite: Run = (...args) => runTidemark([...args, '--data', join(folder, 'sqlite')]);

/** What the first run of the only project has stored so far. */
async function storedPaths(): Promise<readonly string[]> {
  const store = await openStore({ kind: 'postgres', url: databaseUrl, access: 'read' });
  const visits = await store.visits.ofRun(1, { limit: 100 });
  await store.close();
  return visits.map(({ url }) => new URL(url).pathname).toSorted();
}

/** The objects a command printed, without what depends on the clock or on the noise of the site, in one order. */
function printed(result: Finished): readonly string[] {
  expect(result).toMatchObject({ exitCode: 0 });
  const varying = /^(ms|at|startedAt|endedAt|lastVisit|perDay|sha256|texts|items)$/;
  const withoutVarying = (key: string, value: unknown) => (varying.test(key) ? undefined : value);
  return objectsOf(result)
    .map((object) => JSON.stringify(object, withoutVarying).replaceAll(/visitor[0-9a-f]{12}/g, 'visitor'))
    .toSorted();
}

// Each start of the program takes seconds on a busy machine.
describe('the program on PostgreSQL', { timeout: 300_000 }, () => {
  test('finds the same as on SQLite', async () => {
    const expectSame = async (...args: readonly string[]) => {
      const [sqlite, postgres] = await Promise.all([onSqlite(...args), onPostgres(...args)]);
      expect(printed(postgres), args.join(' ')).toEqual(printed(sqlite));
    };
    await expectSame('track', site.url, '--json');
    site.edit();
    await expectSame('track', site.url, '--json');
    await Promise.all([
      expectSame('report', site.host, '--json'),
      expectSame('report', site.host, '--run', '1', '--json'),
      expectSame('diff', `${site.url}gauge`, '--json'),
      expectSame('ls', site.host, '--json'),
      expectSame('learned', 'ls', '--json'),
      expectSame('explain', `${site.url}storm`, '--json'),
      expectSame('projects', 'ls', '--json'),
    ]);

    const [report] = objectsOf(await onPostgres('report', site.host, '--json')) as [
      { pages: { url: string; flag: string }[] },
    ];
    const flags = Object.fromEntries(report.pages.map(({ url, flag }) => [new URL(url).pathname, flag]));
    expect(flags).toEqual({
      '/': 'UPD',
      '/tides': 'SAM',
      '/moon': 'SAM',
      '/harbour': 'SAM',
      '/storm': 'MIS',
      '/gauge': 'UPD',
      '/chart': 'SAM',
      '/pier': 'NEW',
    });
    expect((await onPostgres('diff', `${site.url}gauge`)).stdout).toContain('height is [-3.1-] {+4.2+}');
    expect((await onPostgres('show', `${site.url}gauge`, '--text')).stdout).toContain('4.2 metres');
    expect(objectsOf(await onPostgres('learned', 'ls', '--json'))).not.toEqual([]);
  });

  test('resumes after kill -9 where it was', async () => {
    const last = site.hold('/chart');
    const killed = start('track', site.url, '--json');
    await last.asked;
    await expect.poll(storedPaths, { timeout: 300_000 }).toContain('/tides');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const before = await storedPaths();
    const requestsBefore = site.requests.length;
    last.release();

    // The server may take a moment to notice that its client is gone.
    let resumed: Finished | undefined;
    const resume = async () => {
      resumed = await onPostgres('track', site.url, '--json');
      return resumed.exitCode;
    };
    await expect.poll(resume, { timeout: 300_000 }).toBe(0);
    if (resumed === undefined) throw new Error('not resumed');
    expect(objectsOf(resumed)).toContainEqual(
      expect.objectContaining({ event: 'started', run: 1, resumed: true }),
    );
    const visitedAgain = site.requests.slice(requestsBefore).filter((path) => before.includes(path));
    expect(visitedAgain).toEqual([]);
    expect(await storedPaths()).toEqual(['/', '/chart', '/gauge', '/harbour', '/moon', '/storm', '/tides']);
  });

  test('a second process that wants the same project is refused, and one that reads is not', async () => {
    const last = site.hold('/chart');
    const first = start('track', site.url);
    await last.asked;
    const second = await onPostgres('track', site.url);
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toMatch(
      /^tidemark: "tidemark track \(\d+ on .*\)" is writing to the project, since .* Wait for it or stop it\. .*\[STORE_LOCKED\]$/m,
    );
    expect(second.stderr).toContain(String(first.pid));
    expect(objectsOf(await onPostgres('projects', 'ls', '--json'))).toHaveLength(1);
    const elsewhere = await editedSite();
    expect(await onPostgres('track', elsewhere.url)).toMatchObject({ exitCode: 0 });
    await elsewhere.close();
    last.release();
    expect(await once(first, 'exit')).toEqual([0, null]);
  });

  test('large files are in the database; the key of the secrets is in the data folder', async () => {
    const tree = join(folder, 'tree');
    await mkdir(tree);
    await writeFile(join(tree, 'large.bin'), Buffer.alloc(9_000_000, 'tide'));
    expect(await onPostgres('track', tree)).toMatchObject({ exitCode: 0 });
    const secret = await runTidemark(['secrets', 'set', 'forum', '--data', join(folder, 'keys')], {
      input: 'correct horse',
      environment: { DATABASE_URL: databaseUrl },
    });
    expect(secret).toMatchObject({ exitCode: 0 });
    expect(objectsOf(await onPostgres('secrets', 'ls', '--json'))).toMatchObject([{ secret: 'forum' }]);
    const kept = await readdir(join(folder, 'keys'), { recursive: true, withFileTypes: true });
    expect(kept.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['secret.key']);
    const store = await openStore({ kind: 'postgres', url: databaseUrl, access: 'read' });
    const [file] = await store.pages.list(1, { limit: 9 });
    expect((await store.contents.read(file?.sha256 ?? new Uint8Array())).length).toBe(9_000_000);
    await store.close();
  });

  test.each([
    [
      'postgres://someone:s3cret@127.0.0.1:1/none',
      1,
      /No answer .*127\.0\.0\.1:1\/none.*\[STORE_UNREACHABLE\]/,
    ],
    ['sqlite:///tmp/someone:s3cret', 2, /DATABASE_URL: .*postgres:\/\/.*\[CONFIG_INVALID\]/],
    ['someone:s3cret@host/none', 2, /DATABASE_URL: .*postgres:\/\/.*\[CONFIG_INVALID\]/],
  ])('%s is refused without showing the password', async (url, exitCode, message) => {
    const refused = await runTidemark(['track', site.url], { environment: { DATABASE_URL: url } });
    expect(refused.exitCode).toBe(exitCode);
    expect(refused.stderr).toMatch(message);
    expect(refused.stderr).not.toContain('s3cret');
    expect(site.requests).toEqual([]);
  });
});
