import type { Config } from '../config/index.ts';
import { openStore, type Store } from '../store/index.ts';

/**
 * Opens the database: the PostgreSQL server of the settings, else the SQLite file of the data folder. `command` is shown to
 * those who want to write at the same time.
 */
export function openDataFolder(
  { data, databaseUrl }: Config,
  access: 'read' | 'write',
  command: string,
  /** For SQLite: a thread that writes is worth it for crawls; for a row or two it takes longer to start than to write. */
  { thread = access === 'write' }: { readonly thread?: boolean } = {},
): Promise<Store> {
  if (databaseUrl !== '') return openStore({ kind: 'postgres', url: databaseUrl, access, command });
  return openStore({ kind: 'sqlite', folder: data, access, command, thread });
}
