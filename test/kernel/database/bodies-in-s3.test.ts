import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Finished, objectsOf, runTidemark } from '../cli/run-tidemark.ts';
import { type EditedSite, editedSite } from './edited-site.ts';
import { type S3Server, startS3 } from './s3-server.ts';
import { sharedPostgres } from './shared-postgres.ts';

const postgres = sharedPostgres();
let s3: S3Server;
let site: EditedSite;
let folder: string;

beforeAll(async () => {
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  await postgres.stop();
});
beforeEach(async () => {
  site = await editedSite();
  folder = await mkdtemp(join(tmpdir(), 'tidemark-bodies-'));
});
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const program =
  (name: string, environment: Readonly<Record<string, string>>) =>
  (...args: readonly string[]): Promise<Finished> =>
    runTidemark([...args, '--data', join(folder, name)], { environment });

/** Without what depends on the clock or on the noise of the site. */
const printed = ({ stdout }: Finished): string =>
  stdout
    .replaceAll(/visitor[0-9a-f]{12}/g, 'visitor')
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z| UTC)?/g, 'then')
    .replaceAll(/\b\d\d:\d\d\b/g, 'then')
    .replaceAll(/"(?:sha256|ms)":(?:"\w+"|\d+)/g, '"varying"');

// Each start of the program takes seconds on a busy machine.
describe('bodies in a bucket', { timeout: 300_000 }, () => {
  test('reports, texts, differences and backups are the same as with bodies in the database', async () => {
    const inDatabase = program('database', { DATABASE_URL: await postgres.createDatabase() });
    const inBucket = program('bucket', { DATABASE_URL: await postgres.createDatabase(), ...s3.environment });
    const both = async (...args: readonly string[]) => {
      const results = await Promise.all([inDatabase(...args), inBucket(...args)]);
      for (const result of results) expect(result).toMatchObject({ exitCode: 0 });
      return results.map(printed);
    };
    await both('track', site.url);
    site.edit();
    await both('track', site.url);
    expect(await s3.keys()).not.toEqual([]);
    for (const question of [
      ['report', site.host],
      ['report', site.host, '--run', '1'],
      ['diff', `${site.url}gauge`],
      ['show', `${site.url}gauge`, '--text'],
      ['search', 'metres'],
    ]) {
      const [expected, found] = await both(...question);
      expect(found, question.join(' ')).toBe(expected);
      expect(found).not.toBe('');
    }
    const file = join(folder, 'all.tidemark');
    expect(await inBucket('backup', file)).toMatchObject({ exitCode: 0 });
    const restored = program('restored', {});
    expect(await restored('restore', file)).toMatchObject({ exitCode: 0 });
    const shown = await restored('show', `${site.url}gauge`, '--text');
    expect(shown.stdout).toContain('4.2 metres');
  });

  test.each([
    ['no bucket', { TIDEMARK_BODIES: 'ftp://bucket' }, 2, /TIDEMARK_BODIES: .*s3:\/\/.*\[CONFIG_INVALID\]/],
    ['SQLite', { DATABASE_URL: '' }, 2, /needs a PostgreSQL database.*\[STORE_BODIES_NEED_POSTGRES\]/],
    ['another bucket', { TIDEMARK_BODIES: 's3://other' }, 1, /no such bucket.*\[STORE_BODIES_REFUSED\]/],
    ['wrong keys', { AWS_SECRET_ACCESS_KEY: 'sec' }, 1, /keys were refused.*\[STORE_BODIES_REFUSED\]/],
    [
      'nobody there',
      { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' },
      1,
      /No answer.*\[STORE_BODIES_UNREACHABLE\]/,
    ],
  ])('%s: a run says what is wrong', async (_, wrong, exitCode, message) => {
    const DATABASE_URL = await postgres.createDatabase();
    const tidemark = program('wrong', { DATABASE_URL, ...s3.environment, ...wrong });
    const refused = await tidemark('track', site.url);
    expect(refused.stderr).toMatch(message);
    expect(refused.exitCode).toBe(exitCode);
    if (exitCode === 2) return;
    const checks = objectsOf(await tidemark('doctor', '--json'));
    expect(checks).toContainEqual(expect.objectContaining({ name: 'Bodies', state: 'broken' }));
  });

  test('a worker and a server do not start without it, and doctor says that it is there', async () => {
    const DATABASE_URL = await postgres.createDatabase();
    const tidemark = program('worker', { DATABASE_URL, ...s3.environment });
    const checks = objectsOf(await tidemark('doctor', '--json'));
    expect(checks).toContainEqual({
      ...{ name: 'Bodies', state: 'ok', found: 's3://bodies/test/', advice: null },
    });
    const wrong = program('worker', { DATABASE_URL, ...s3.environment, TIDEMARK_BODIES: 's3://other' });
    for (const command of ['worker', 'serve'])
      expect((await wrong(command)).stderr).toContain('[STORE_BODIES_REFUSED]');
  });
});
