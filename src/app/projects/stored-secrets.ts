import { join } from 'node:path';
import { decryptField, encryptField, openKeyFile } from '../../access/index.ts';
import type { Store } from '../../store/index.ts';

/** Secrets in the database, encrypted with a key in the data folder. */
export interface StoredSecrets {
  /** Null when there is no secret of that name. Throws when the key or the secret is damaged. */
  find(name: string): Promise<string | null>;
  keep(name: string, value: string): Promise<void>;
}

export function storedSecrets({ secrets }: Pick<Store, 'secrets'>, dataFolder: string): StoredSecrets {
  const key = () => openKeyFile(join(dataFolder, 'secret.key'));
  const place = (name: string) => `the stored secret "${name}"`;
  return {
    find: async (name) => {
      const sealed = await secrets.find(name);
      return sealed === null ? null : decryptField(sealed, place(name), await key());
    },
    keep: async (name, value) => {
      await secrets.keep(name, encryptField(value, place(name), await key()), Date.now());
    },
  };
}
