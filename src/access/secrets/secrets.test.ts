import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decryptField, encryptField, openKeyFile, secretKey } from './key-ring.ts';
import {
  isSecretReference,
  resolveSecret,
  Secret,
  type SecretReaders,
  secretFilesIn,
} from './resolve-secret.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-secrets-'));
  await writeFile(join(folder, 'large.txt'), 'x'.repeat(65_537));
});
afterAll(() => rm(folder, { recursive: true }));

test('a Secret is shown only when asked', () => {
  const secret = new Secret('hunter2', 'the test');
  const shown = `${secret} ${JSON.stringify({ secret })} ${inspect({ secret }, { showHidden: true, depth: 9 })} ${String(secret)}`;
  expect(shown).not.toContain('hunter2');
  expect(secret.reveal()).toBe('hunter2');
});

describe('references', () => {
  const readers = (): SecretReaders => ({
    env: (name) => ({ FORUM: 'from env', EMPTY: '' })[name],
    file: secretFilesIn(folder),
    secret: async (name) => (name === 'forum' ? 'from database' : null),
  });
  const resolve = (reference: Parameters<typeof resolveSecret>[0]) =>
    resolveSecret(reference, readers(), 'password of the log-in');

  test('lead to the environment, a file, or the database', async () => {
    await writeFile(join(folder, 'password.txt'), 'from file \r\n');
    expect((await resolve({ env: 'FORUM' })).reveal()).toBe('from env');
    expect((await resolve({ file: 'password.txt' })).reveal()).toBe('from file ');
    expect((await resolve({ secret: 'forum' })).reveal()).toBe('from database');
    expect((await resolve({ env: 'FORUM' })).origin).toBe('the environment variable FORUM');
  });

  test.each([
    [
      { env: 'NONE' },
      'should come from the environment variable NONE, which does not exist. Set it, as in: export NONE=...',
    ],
    [{ env: 'EMPTY' }, 'which is empty'],
    [{ file: 'none.txt' }, 'should come from the file none.txt, which does not exist'],
    [{ file: '.' }, 'cannot be read from the file .: EISDIR'],
    [{ file: 'large.txt' }, 'cannot be read from the file large.txt: it is too large for a secret'],
    [
      { secret: 'none' },
      'the stored secret "none", which does not exist. Store it with: tidemark secrets set none',
    ],
  ])('%o says what is missing, and what it is for', async (reference, message) => {
    const work = resolve(reference as Parameters<typeof resolveSecret>[0]);
    await expect(work).rejects.toMatchObject({ code: 'ACCESS_SECRET_MISSING' });
    await expect(work).rejects.toThrow(`the password of the log-in `);
    await expect(work).rejects.toThrow(message);
  });

  test('are distinguished from values', () => {
    for (const good of [{ env: 'A' }, { file: 'a' }, { secret: 'a' }])
      expect(isSecretReference(good)).toBe(true);
    for (const bad of ['a', null, {}, { env: '' }, { env: 1 }, { env: 'a', file: 'b' }, { other: 'a' }]) {
      expect(isSecretReference(bad)).toBe(false);
    }
  });
});

describe('the key file', () => {
  test('is created once, for its owner only, also when several ask at once', async () => {
    const path = join(folder, 'data', 'secret.key');
    const keys = await Promise.all(Array.from({ length: 8 }, () => openKeyFile(path)));
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
    expect(keys[0]?.bytes).toHaveLength(32);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'data'))).toEqual(['secret.key']);
    expect((await openKeyFile(path)).id).toBe(keys[0]?.id);
    expect(await readFile(path, 'utf8')).toMatch(/^tidemark-key-1 [\w-]{43}\n$/);
  });

  test('is refused when others may read it, or when it is not a key', async () => {
    const path = join(folder, 'exposed.key');
    await openKeyFile(path);
    await chmod(path, 0o640);
    await expect(openKeyFile(path)).rejects.toMatchObject({ code: 'ACCESS_SECRET_KEY_EXPOSED' });
    for (const content of ['', 'tidemark-key-1', 'tidemark-key-1 c2hvcnQ', 'tidemark-key-2 x']) {
      const wrong = join(folder, 'wrong.key');
      await writeFile(wrong, content, { mode: 0o600 });
      await expect(openKeyFile(wrong)).rejects.toMatchObject({ code: 'ACCESS_SECRET_KEY_INVALID' });
    }
  });
});

describe('an encrypted field', () => {
  const key = secretKey(Buffer.alloc(32, 7));
  const codeOf = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };

  test('decrypts to what was encrypted, and never looks the same twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, place) => {
        const field = encryptField(plain, place, key);
        expect(field).toMatch(/^tm1\.[\da-f]{12}\.[\w-]+$/);
        expect(decryptField(field, place, key)).toBe(plain);
        expect(encryptField(plain, place, key)).not.toBe(field);
      }),
      { seed: 4, numRuns: 100 },
    );
  });

  test('cannot be decrypted with another key, in another place, or when one character is changed', () => {
    const field = encryptField('hunter2', 'secret forum', key);
    expect(codeOf(() => decryptField(field, 'secret forum', secretKey(Buffer.alloc(32, 8))))).toBe(
      'ACCESS_SECRET_WRONG_KEY',
    );
    expect(codeOf(() => decryptField(field, 'secret other', key))).toBe('ACCESS_SECRET_DAMAGED');
    const start = field.lastIndexOf('.') + 1;
    for (let i = start; i < field.length - 1; i++) {
      const changed = field.slice(0, i) + (field[i] === 'A' ? 'B' : 'A') + field.slice(i + 1);
      expect(codeOf(() => decryptField(changed, 'secret forum', key))).toBe('ACCESS_SECRET_DAMAGED');
    }
    for (const broken of [
      '',
      'hunter2',
      field.slice(0, start),
      field.slice(0, -8),
      field.replace('tm1', 'tm9'),
      `${field}.x`,
    ]) {
      expect(codeOf(() => decryptField(broken, 'secret forum', key))).toBe('ACCESS_SECRET_DAMAGED');
    }
  });
});
