import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AccessError } from '../errors.ts';

/** The key that secrets in the database are encrypted with. */
export interface SecretKey {
  readonly bytes: Buffer;
  /** Tells keys apart and says nothing about them. */
  readonly id: string;
}

const heading = 'tidemark-key-1';
const keyBytes = 32;

export function secretKey(bytes: Buffer): SecretKey {
  const id = createHash('sha256').update(heading).update(bytes).digest('hex').slice(0, 12);
  return { bytes, id };
}

/** Reads the key, or makes one that only its owner may read. Two processes that start at once agree on one key. */
export async function openKeyFile(path: string): Promise<SecretKey> {
  const known = await readKey(path);
  if (known !== null) return known;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  // Complete and on disk before it has its name: half a key would lose every secret.
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${heading} ${randomBytes(keyBytes).toString('base64url')}\n`);
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
  const made = await readKey(path);
  if (made === null) throw invalid(path, 'disappeared right after it was made');
  return made;
}

async function readKey(path: string): Promise<SecretKey | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  await refuseExposed(path);
  const [first, encoded, rest] = text.trimEnd().split(' ');
  const bytes = Buffer.from(encoded ?? '', 'base64url');
  if (first !== heading || rest !== undefined || bytes.length !== keyBytes) {
    throw invalid(path, 'is no key of this version');
  }
  return secretKey(bytes);
}

/** Windows has no such bits; there the folder's own permissions guard it. */
async function refuseExposed(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return;
  const bits = (mode & 0o777).toString(8).padStart(3, '0');
  throw new AccessError(
    'ACCESS_SECRET_KEY_EXPOSED',
    `others may read the key file ${path} (mode ${bits}). Run chmod 600 on it, and change the secrets if others had access.`,
  );
}

function invalid(path: string, what: string): AccessError {
  return new AccessError(
    'ACCESS_SECRET_KEY_INVALID',
    `the key file ${path} ${what}. Restore it from a backup; if there is none, move it away and store the secrets again.`,
  );
}
