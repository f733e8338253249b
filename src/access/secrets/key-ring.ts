import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { keyIdOf } from './encrypted-field.ts';
import { keyOfText, openKeyFile, readKeyFile, type SecretKey } from './key-file.ts';

/** Where the key of a data folder is: in the environment, or in the folder's file. Never in the database. */
export interface KeyPlace {
  readonly data: string;
  /** As text; empty when the key is in the file. */
  readonly secretKey: string;
}

const fileOf = (data: string): string => join(data, 'secret.key');

/** The next key, while secrets are being encrypted anew. A kill in between leaves both files, and every secret readable. */
const nextFileOf = (data: string): string => join(data, 'secret.key.next');

/** The key to encrypt with. Creates the file when there is neither. */
export async function currentKey({ data, secretKey }: KeyPlace): Promise<SecretKey> {
  const fromEnvironment = secretKey === '' ? null : keyOfText(secretKey);
  return fromEnvironment ?? (await readKeyFile(nextFileOf(data))) ?? openKeyFile(fileOf(data));
}

/** The key that a field was encrypted with, if it is known here; otherwise the current one, with which reading it fails. */
export async function keyFor(field: string, place: KeyPlace): Promise<SecretKey> {
  const current = await currentKey(place);
  const id = keyIdOf(field);
  if (current.id === id) return current;
  const older = await readKeyFile(fileOf(place.data));
  return older?.id === id ? older : current;
}

/** Makes the key that everything will be encrypted with next, or finds the one of a change that was cut off. */
export async function beginNextKey(place: KeyPlace): Promise<SecretKey> {
  return place.secretKey === '' ? openKeyFile(nextFileOf(place.data)) : currentKey(place);
}

/** Called when nothing is encrypted with the old key any more. */
export async function useNextKey({ data, secretKey }: KeyPlace): Promise<void> {
  if (secretKey === '') await rename(nextFileOf(data), fileOf(data));
}
