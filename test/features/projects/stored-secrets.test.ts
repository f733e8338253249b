import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSecret } from '../../../src/access/index.ts';
import { type ForumSite, forumSite, member, truth } from './forum-site.ts';
import { runCommand } from './run-command.ts';

let data: string;
let forum: ForumSite;
let file: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'tidemark-secrets-'));
  forum = await forumSite({ renewsCookies: true, showsSecret: true });
  const template = readFileSync(join(import.meta.dirname, 'private-forum.yaml'), 'utf8');
  file = join(data, 'forum.yaml');
  const text = template.replaceAll('https://forum.example.org', forum.origin);
  await writeFile(file, text.replace('{ env: FORUM_PASSWORD }', '{ secret: forum }'));
});
afterEach(async () => {
  await forum.close();
  await rm(data, { recursive: true, force: true });
});

const tidemark = (...args: readonly string[]) => runCommand([...args, '--data', data]);

const keep = (value: string, ...args: readonly string[]) =>
  runCommand(['secrets', 'set', 'forum', ...args, '--data', data], {}, value);

test('a secret is kept encrypted, and opens the site', async () => {
  const missing = await tidemark('crawl', file);
  expect(missing.stderr).toMatch(
    /the stored secret "forum", which does not exist. Store it with: tidemark secrets set forum .*ACCESS_SECRET_MISSING/,
  );
  expect(await keep(`${member.password}\n`)).toMatchObject({ exitCode: 0, stdout: 'forum: stored.\n' });
  expect((await tidemark('secrets', 'ls')).stdout).toMatch(/^secret +set at\nforum +2/);
  expect((await stat(join(data, 'secret.key'))).mode & 0o077).toBe(0);
  const ran = await tidemark('crawl', '--project', 'java-generics');
  expect(ran.stdout, ran.stderr).toMatch(/^Finished\. 13 pages, 0 errors/);
  expect((await tidemark('secrets', 'rm', 'forum')).stdout).toBe('forum: removed.\n');
  expect((await tidemark('secrets', 'rm', 'forum')).stderr).toContain('CLI_SECRET_UNKNOWN');
});

test('a secret is never an argument, and never empty', async () => {
  const given = await keep('', 'opensesame');
  expect(given).toMatchObject({ exitCode: 2, stdout: '' });
  expect(given.stderr).toContain('never an argument');
  expect(given.stderr).not.toContain('opensesame');
  expect((await keep('')).stderr).toContain('there is no value');
});

test('neither password nor session cookie is in anything that commands print or keep', async () => {
  const printed: string[] = [];
  const run = async (...args: readonly string[]) => {
    const { stdout, stderr } = await tidemark(...args);
    printed.push(stdout, stderr);
  };
  await keep('not the password');
  await run('crawl', file);
  await run('crawl', file, '--json');
  await keep(member.password);
  await run('crawl', file, '--json');
  const page = `${forum.origin}${truth('java', 'generics')[0]}`;
  await run('projects', 'show', 'java-generics');
  await run('projects', 'show', 'java-generics', '--json');
  await run('projects', 'export', 'java-generics');
  await run('secrets', 'ls');
  await run('show', page, '--headers');
  await run('show', page, '--body');
  await run('export', 'java-generics', '--warc', join(data, 'run.warc.gz'));
  const files = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  expect(files.filter((name) => name.includes('failed-steps'))).toHaveLength(1);
  expect(printed.join('')).toMatch(/set-cookie: sid=\[secret\]; Path=\//i);
  const secrets = ['not the password', member.password, ...forum.sessionIds()];
  expect(secrets.length).toBeGreaterThan(2);
  const left: readonly (readonly [string, Uint8Array])[] = [
    ['what was printed', Buffer.from(printed.join('\n'))],
    ...files.map((name) => [name, readFileSync(name)] as const),
    ['the archive', gunzipSync(readFileSync(join(data, 'run.warc.gz')))],
  ];
  for (const [name, bytes] of left) expect(findSecret(bytes, secrets), name).toBeNull();
});
