import { join } from 'node:path';
import { decryptField, encryptField, openKeyFile } from '../../access/index.ts';
import type { Store } from '../../store/index.ts';

/** Secrets in the database, each encrypted with a key that stands beside it in the data folder. */
export interface StoredSecrets {
  /** Null when there is none of that name. Throws when the key or the secret was damaged. */
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
