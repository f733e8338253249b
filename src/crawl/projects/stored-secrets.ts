import {
  beginNextKey,
  currentKey,
  decryptField,
  encryptField,
  type KeyPlace,
  keyFor,
  keyIdOf,
  keyOfText,
  type SecretKey,
  useNextKey,
} from '../../access/index.ts';
import type { Store } from '../../database/store.ts';
import { AppError } from '../run/errors.ts';
import type { AuditNote } from '../tables/audit-log.ts';

/** The context that a secret is encrypted for: under another name it cannot be decrypted. */
const placeOfSecret = (name: string): string => `the stored secret "${name}"`;

/** Secrets in the database, encrypted with a key that is not in it. */
export function storedSecrets({ secrets }: Pick<Store, 'secrets'>, place: KeyPlace) {
  return {
    /** Null when there is no secret of that name. Throws when the key or the secret is damaged. */
    find: async (name: string): Promise<string | null> => {
      const sealed = await secrets.find(name);
      return sealed === null ? null : decryptField(sealed, placeOfSecret(name), await keyFor(sealed, place));
    },
    /** With the lines of the audit log about it. */
    keep: async (name: string, value: string, notes: readonly AuditNote[] = []): Promise<void> => {
      const sealed = encryptField(value, placeOfSecret(name), await currentKey(place));
      await secrets.keep(name, sealed, Date.now(), notes);
    },
  };
}

/** Whether stored secrets cannot be read with the key of this machine. Checks one of them: all are encrypted with the same key. */
export async function hasOtherKey({ secrets }: Pick<Store, 'secrets'>, place: KeyPlace): Promise<boolean> {
  const [first] = await secrets.list();
  const sealed = first === undefined ? null : await secrets.find(first.name);
  return sealed !== null && (await keyFor(sealed, place)).id !== keyIdOf(sealed);
}

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
