import type { Config } from '../config/index.ts';
import { type CalibrationStore, openCalibrationStore, openStore, type Store } from '../store/index.ts';

/**
 * Opens the database: the PostgreSQL server in the settings, or the SQLite file in the data folder. `command` is shown to
 * other processes that want to write at the same time.
 */
export function openDataFolder(
  { data, databaseUrl }: Config,
  access: 'read' | 'write',
  command: string,
  /** SQLite only: crawls gain from a writer thread; for a row or two it takes longer to start than to write. */
  { thread = access === 'write' }: { readonly thread?: boolean } = {},
): Promise<Store> {
  if (databaseUrl !== '') return openStore({ kind: 'postgres', url: databaseUrl, access, command });
  return openStore({ kind: 'sqlite', folder: data, access, command, thread });
}

/** The same for calibrations alone, which are also written while a server or a crawl has the data folder. */
export function openCalibrations({ data, databaseUrl }: Config, command: string): Promise<CalibrationStore> {
  const access = 'write';
  return openCalibrationStore(
    databaseUrl === ''
      ? { kind: 'sqlite', folder: data, access, command }
      : { kind: 'postgres', url: databaseUrl, access, command },
  );
}
