import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../projects/run-command.ts';

let root: string;
let data: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tidemark-people-'));
});
beforeEach(async () => {
  data = await mkdtemp(join(root, 'data-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const run = (args: readonly string[], input = '', environment: Readonly<Record<string, string>> = {}) =>
  runCommand([...args, '--data', data], environment, input);

async function json(args: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const { stdout, stderr } = await run([...args, '--json']);
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the operator', () => {
  it('adds users, changes and removes them, and finds it all in the log', async () => {
    const [boss] = await json(['users', 'add', 'Boss', '--role', 'administrator']);
    expect(boss).toMatchObject({ user: 'boss', link: expect.stringMatching(/\/welcome#[\w-]{43}$/) });
    await json(['users', 'add', 'ada']);
    expect((await run(['users', 'passwd', 'ada'], 'short\n')).stderr).toContain('[APP_PASSWORD_UNSAFE]');
    expect((await run(['users', 'passwd', 'ada'], 'correct horse battery\n')).exitCode).toBe(0);
    await json(['users', 'role', 'ada', 'editor']);
    expect(await json(['users', 'ls'])).toMatchObject([
      { user: 'ada', role: 'editor', logsInWith: ['password'] },
      { user: 'boss', role: 'administrator', logsInWith: [] },
    ]);
    const refused = await run(['users', 'rm', 'boss']);
    expect(refused.stderr).toContain('[STORE_LAST_ADMINISTRATOR]');
    expect((await run(['users', 'role', 'ada', 'king'])).stderr).toContain('is none of reader, editor');
    expect((await run(['users', 'rm', 'eve'])).stderr).toContain('[APP_USER_UNKNOWN]');
    await json(['users', 'rm', 'ada']);
    const log = await json(['users', 'log', '--limit', '2']);
    expect(log).toMatchObject([
      { actor: 'operator', action: 'remove user', subject: 'ada', address: null },
      { action: 'change role', detail: 'from reader to editor' },
    ]);
    const [older] = await json(['users', 'log', '--limit', '1', '--before', String(log[1]?.['id'])]);
    expect(older).toMatchObject({ action: 'change password' });
  });

  it('shares projects, and makes tokens that are shown once', async () => {
    await json(['users', 'add', 'ada', '--role', 'administrator']);
    const file = join(root, 'tides.yaml');
    await writeFile(file, 'name: tides\nsource: https://example.org/\n');
    await run(['projects', 'add', file]);
    expect((await run(['users', 'access', 'ada', 'tides', 'write'])).stdout).toBe(
      'tides: ada may change and run it.\n',
    );
    expect((await run(['users', 'access', 'ada', 'nothing', 'read'])).stderr).toContain(
      '[CLI_PROJECT_UNKNOWN]',
    );
    const [added] = await json(['tokens', 'add', 'ada', '--name', 'ci', '--for', 'tides', '--days', '7']);
    expect(added?.['token']).toMatch(/^tdm_[0-9a-f]{60}$/);
    const [listed] = await json(['tokens', 'ls']);
    expect(listed).toMatchObject({
      token: String(added?.['token']).slice(0, 10),
      user: 'ada',
      scope: 'read',
      project: 'tides',
      used: null,
    });
    const tooLong = await run(['tokens', 'add', 'ada', '--name', 'x', '--days', '9999']);
    expect(tooLong.stderr).toContain('[APP_TOKEN_EXPIRY_INVALID]');
    await json(['tokens', 'rm', String(added?.['id'])]);
    expect((await run(['tokens', 'rm', String(added?.['id'])])).stderr).toContain('[APP_TOKEN_UNKNOWN]');
  });
});

describe('the key of the secrets', () => {
  const keep = (name: string, value: string, environment = {}) =>
    run(['secrets', 'set', name], value, environment);
  /** What is stored, read with the keys that the folder and the environment have. */
  async function secretsWith(environment: Readonly<Record<string, string>> = {}) {
    const { openDataFolder } = await import('../../../src/database/open-data-folder.ts');
    const { storedSecrets } = await import('../../../src/crawl/projects/stored-secrets.ts');
    const { readConfig } = await import('../../../src/config/index.ts');
    const config = readConfig({ data }, environment);
    const store = await openDataFolder(config, 'read', 'test');
    try {
      const names = (await store.secrets.list()).map(({ name }) => name);
      return await Promise.all(names.map((name) => storedSecrets(store, config).find(name)));
    } finally {
      await store.close();
    }
  }

  it('is changed with everything that it encrypts', async () => {
    await keep('one', 'first secret');
    await keep('two', 'second secret');
    const before = await readFile(join(data, 'secret.key'), 'utf8');
    expect((await run(['secrets', 'rotate'])).stdout).toBe('2 secrets are encrypted with the new key.\n');
    expect(await readFile(join(data, 'secret.key'), 'utf8')).not.toBe(before);
    expect(await readdir(data)).not.toContain('secret.key.next');
    expect(await secretsWith()).toEqual(['first secret', 'second secret']);
  });

  it('a change that was cut off, before or after the database, loses nothing and goes on', async () => {
    await keep('one', 'first secret');
    const next = `tidemark-key-1 ${Buffer.alloc(32, 9).toString('base64url')}\n`;
    await writeFile(join(data, 'secret.key.next'), next, { mode: 0o600 });
    expect(await secretsWith()).toEqual(['first secret']);
    await keep('two', 'second secret');
    expect(await secretsWith()).toEqual(['first secret', 'second secret']);
    await run(['secrets', 'rotate']);
    expect(await readFile(join(data, 'secret.key'), 'utf8')).toBe(next);
    expect(await secretsWith()).toEqual(['first secret', 'second secret']);
  });

  it('moves to the environment, and there from one key to the next', async () => {
    const [first = '', second = ''] = [1, 2].map((n) => Buffer.alloc(32, n).toString('base64url'));
    await keep('one', 'first secret');
    await run(['secrets', 'rotate'], '', { TIDEMARK_SECRET_KEY: first });
    await rm(join(data, 'secret.key'));
    expect(await secretsWith({ TIDEMARK_SECRET_KEY: first })).toEqual(['first secret']);
    const moved = await run(['secrets', 'rotate', '--old-key'], `${first}\n`, {
      TIDEMARK_SECRET_KEY: second,
    });
    expect(moved.stdout).toBe('1 secret is encrypted with the new key.\n');
    expect(await secretsWith({ TIDEMARK_SECRET_KEY: second })).toEqual(['first secret']);
    await expect(secretsWith({ TIDEMARK_SECRET_KEY: first })).rejects.toMatchObject({
      code: 'ACCESS_SECRET_WRONG_KEY',
    });
    const wrong = await run(['secrets', 'rotate', '--old-key'], 'no key', { TIDEMARK_SECRET_KEY: second });
    expect(wrong.stderr).toContain('[APP_KEY_INVALID]');
    expect(await readdir(data)).not.toContain('secret.key');
  });

  it('is printed for the environment, and refused when others may read its file', async () => {
    expect((await run(['secrets', 'key'])).stdout).toMatch(/^[\w-]{43}\n$/);
    await keep('one', 'first secret');
    await chmod(join(data, 'secret.key'), 0o644);
    expect((await run(['secrets', 'rotate'])).stderr).toContain('[ACCESS_SECRET_KEY_EXPOSED]');
  });
});
