import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AccessError } from '../errors.ts';

/** Where the key of a data folder is: in the environment, or in the folder's file. Never in the database. */
export interface KeyPlace {
  readonly data: string;
  /** As text; empty when the key is in the file. */
  readonly secretKey: string;
}

const fileOf = (data: string): string => join(data, 'secret.key');

/**
 * The next key, while secrets are encrypted again. If the process is killed in between, both files remain, and every secret
 * stays readable.
 */
const nextFileOf = (data: string): string => join(data, 'secret.key.next');

/** The key to encrypt with. Creates the key file when neither the environment nor a file has a key. */
export async function currentKey({ data, secretKey }: KeyPlace): Promise<SecretKey> {
  const fromEnvironment = secretKey === '' ? null : keyOfText(secretKey);
  return fromEnvironment ?? (await readKeyFile(nextFileOf(data))) ?? openKeyFile(fileOf(data));
}

/** The key that a field was encrypted with. If that key is not available, returns the current key, and decryption fails. */
export async function keyFor(field: string, place: KeyPlace): Promise<SecretKey> {
  const current = await currentKey(place);
  const id = keyIdOf(field);
  if (current.id === id) return current;
  const older = await readKeyFile(fileOf(place.data));
  return older?.id === id ? older : current;
}

/** Creates the next key, or returns the next key of a change that was interrupted. */
export async function beginNextKey(place: KeyPlace): Promise<SecretKey> {
  return place.secretKey === '' ? openKeyFile(nextFileOf(place.data)) : currentKey(place);
}

/** Makes the next key the current one. Called when nothing is encrypted with the old key any more. */
export async function useNextKey({ data, secretKey }: KeyPlace): Promise<void> {
  if (secretKey === '') await rename(nextFileOf(data), fileOf(data));
}

const version = 'tm1';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a field of the database: `tm1.<key id>.<nonce, ciphertext and tag>`, AES-256-GCM. `place` names the field
 * (`project 3, secret forum`), so that a copy in another field cannot be decrypted.
 */
export function encryptField(
  plain: string,
  place: string,
  key: SecretKey,
  nonce: Buffer = randomBytes(nonceBytes),
): string {
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes });
  cipher.setAAD(associated(key.id, place));
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${key.id}.${sealed.toString('base64url')}`;
}

/** The id of the key that a field was written with; null when it is no such field. */
export const keyIdOf = (field: string): string | null => field.split('.')[1] ?? null;

/** Throws when the field was written with another key, in a newer format, or has been changed. */
export function decryptField(field: string, place: string, key: SecretKey): string {
  const [format, keyId, encoded, rest] = field.split('.');
  if (format !== version || keyId === undefined || encoded === undefined || rest !== undefined) {
    throw damaged(place, 'has a format that this version of Tidemark does not know');
  }
  if (keyId !== key.id) {
    throw new AccessError(
      'ACCESS_SECRET_WRONG_KEY',
      `${place} was encrypted with another key (${keyId}; the one in use is ${key.id}). Restore that key, or store the secret again; a server and its workers need the same TIDEMARK_SECRET_KEY.`,
    );
  }
  const sealed = Buffer.from(encoded, 'base64url');
  if (sealed.length < nonceBytes + tagBytes) throw damaged(place, 'is incomplete');
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(associated(key.id, place));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    const body = sealed.subarray(nonceBytes, -tagBytes);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw damaged(place, 'has been changed since it was encrypted', cause);
  }
}

const associated = (keyId: string, place: string): Buffer => Buffer.from(`${version}.${keyId}.${place}`);

function damaged(place: string, what: string, cause?: unknown): AccessError {
  return new AccessError('ACCESS_SECRET_DAMAGED', `${place} ${what}. Store the secret again.`, { cause });
}

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

/** Parses a key; null when the text is not a key. */
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
  // The file gets its final name only when it is complete and on disk: a partial key would lose every secret.
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
async function readKeyFile(path: string): Promise<SecretKey | null> {
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

/** Throws when others may read the file. Windows has no such permission bits; there the permissions of the folder protect the file. */
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
