import {
  currentKey,
  decryptField,
  encryptField,
  type KeyPlace,
  keyFor,
  keyIdOf,
} from '../../access/index.ts';
import type { Store } from '../../database/store.ts';
import type { AuditNote } from '../tables/audit-log.ts';

/** The context that a secret is encrypted for: under another name it cannot be decrypted. */
export const placeOfSecret = (name: string): string => `the stored secret "${name}"`;

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
