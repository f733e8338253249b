import type { SqliteOptions, StoreOptions } from '../../database/store-options.ts';
import type { Restored } from './restore-backup.ts';

/**
 * Puts a backup into an empty place, of either kind. Throws STORE_NOT_EMPTY where there is data already, STORE_BACKUP_DAMAGED,
 * STORE_TOO_NEW, and what opening throws; then nothing was restored.
 */
export async function restoreStore(
  options: Omit<SqliteOptions, 'access'> | Omit<Extract<StoreOptions, { kind: 'postgres' }>, 'access'>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Restored> {
  if (options.kind === 'postgres')
    return (await import('./restore-postgres.ts')).restoreIntoPostgres(
      { ...options, access: 'write' },
      bytes,
    );
  return (await import('./restore-sqlite.ts')).restoreIntoFolder({ ...options, access: 'write' }, bytes);
}
