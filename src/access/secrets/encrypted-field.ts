import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AccessError } from '../errors.ts';
import type { SecretKey } from './key-file.ts';

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
