import {
  currentKey,
  decryptField,
  encryptField,
  type KeyPlace,
  keyFor,
  keyIdOf,
} from '../../access/index.ts';
import type { Store } from '../../database/store.ts';
import type { AuditNote } from '../tables/records.ts';

/** Secrets in the database, encrypted with a key that is not in it. */
export interface StoredSecrets {
  /** Null when there is no secret of that name. Throws when the key or the secret is damaged. */
  find(name: string): Promise<string | null>;
  /** With the lines of the audit log about it. */
  keep(name: string, value: string, notes?: readonly AuditNote[]): Promise<void>;
}

/** What a secret is encrypted for: moved to another name, it cannot be read. */
export const placeOfSecret = (name: string): string => `the stored secret "${name}"`;

export function storedSecrets({ secrets }: Pick<Store, 'secrets'>, place: KeyPlace): StoredSecrets {
  return {
    find: async (name) => {
      const sealed = await secrets.find(name);
      return sealed === null ? null : decryptField(sealed, placeOfSecret(name), await keyFor(sealed, place));
    },
    keep: async (name, value, notes = []) => {
      const sealed = encryptField(value, placeOfSecret(name), await currentKey(place));
      await secrets.keep(name, sealed, Date.now(), notes);
    },
  };
}

/** Whether secrets are stored that the key of this machine cannot read. One of them tells: all are encrypted with the same key. */
export async function hasOtherKey({ secrets }: Pick<Store, 'secrets'>, place: KeyPlace): Promise<boolean> {
  const [first] = await secrets.list();
  const sealed = first === undefined ? null : await secrets.find(first.name);
  return sealed !== null && (await keyFor(sealed, place)).id !== keyIdOf(sealed);
}
