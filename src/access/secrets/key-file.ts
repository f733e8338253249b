import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AccessError } from '../errors.ts';

/** The key for the secrets in the database. */
export interface SecretKey {
  readonly bytes: Buffer;
  /** Identifies the key without giving it away. */
  readonly id: string;
}

const heading = 'tidemark-key-1';
const keyBytes = 32;

export function secretKey(bytes: Buffer): SecretKey {
  const id = createHash('sha256').update(heading).update(bytes).digest('hex').slice(0, 12);
  return { bytes, id };
}

/** A new key, as text for the environment. */
export const newKeyText = (): string => randomBytes(keyBytes).toString('base64url');

/** The key that such a text is; null when it is none. */
export function keyOfText(text: string): SecretKey | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === keyBytes ? secretKey(bytes) : null;
}

/** Reads the key, or creates one that only its owner may read. Two processes that start at once get the same key. */
export async function openKeyFile(path: string): Promise<SecretKey> {
  const known = await readKeyFile(path);
  if (known !== null) return known;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  // It gets its name only when it is complete and on disk: half a key would lose every secret.
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${heading} ${newKeyText()}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  const created = await readKeyFile(path);
  if (created === null) throw invalid(path, 'disappeared right after it was created');
  return created;
}

/** Null when there is no such file. */
export async function readKeyFile(path: string): Promise<SecretKey | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  await refuseExposed(path);
  const [first, encoded, rest] = text.trimEnd().split(' ');
  const key = keyOfText(encoded ?? '');
  if (first !== heading || rest !== undefined || key === null) {
    throw invalid(path, 'is not a key of this version');
  }
  return key;
}

/** Windows has no such bits; there the permissions of the folder protect the file. */
async function refuseExposed(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return;
  const bits = (mode & 0o777).toString(8).padStart(3, '0');
  throw new AccessError(
    'ACCESS_SECRET_KEY_EXPOSED',
    `others may read the key file ${path} (mode ${bits}). Run chmod 600 on it, and change the secrets if someone else may have read it.`,
  );
}

function invalid(path: string, what: string): AccessError {
  return new AccessError(
    'ACCESS_SECRET_KEY_INVALID',
    `the key file ${path} ${what}. Restore it from a backup; without one, move it away and store the secrets again.`,
  );
}
