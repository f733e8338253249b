import {
  beginNextKey,
  decryptField,
  encryptField,
  type KeyPlace,
  keyFor,
  keyOfText,
  type SecretKey,
  useNextKey,
} from '../../access/index.ts';
import type { Store } from '../../database/store.ts';
import { AppError } from '../run/errors.ts';
import { placeOfSecret } from './stored-secrets.ts';

/**
 * Encrypts all secrets with another key: a new one in the folder's file, or the one in the environment. `older` is a key that
 * is no longer stored here, as text. All secrets change or none; after a kill, the same call continues. Returns how many changed.
 */
export async function rotateKey(
  { secrets }: Pick<Store, 'secrets'>,
  place: KeyPlace,
  older: string | null,
): Promise<number> {
  const given = older === null ? null : keyOfText(older);
  if (older !== null && given === null)
    throw new AppError('APP_KEY_INVALID', 'That is not a key: it has 43 letters, digits, "-" and "_".');
  const next = await beginNextKey(place);
  const changes = [];
  for (const { name } of await secrets.list()) {
    const sealed = await secrets.find(name);
    if (sealed === null) continue;
    const plain = decryptField(sealed, placeOfSecret(name), await knownKey(sealed, place, given));
    changes.push({ name, from: sealed, to: encryptField(plain, placeOfSecret(name), next) });
  }
  await secrets.replace(changes);
  await useNextKey(place);
  return changes.length;
}

async function knownKey(sealed: string, place: KeyPlace, given: SecretKey | null): Promise<SecretKey> {
  return given !== null && sealed.includes(`.${given.id}.`) ? given : keyFor(sealed, place);
}
