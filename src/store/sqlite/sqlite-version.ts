import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../errors.ts';

/** The first release without the WAL-reset bug, which could damage a database that two connections use. */
const oldest = '3.51.3';

const parts = (version: string): readonly number[] => version.split('.').map(Number);

/** Of the library itself: a Node built against the system's SQLite may say something else about itself. */
export function sqliteVersion(): string {
  const database = new DatabaseSync(':memory:');
  const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string };
  database.close();
  return version;
}

/** Throws STORE_SQLITE_TOO_OLD for a SQLite that may damage data. */
export function requireSqlite(version: string): void {
  const [major = 0, minor = 0, patch = 0] = parts(version);
  const [oldestMajor = 0, oldestMinor = 0, oldestPatch = 0] = parts(oldest);
  const difference = major - oldestMajor || minor - oldestMinor || patch - oldestPatch;
  if (difference < 0) {
    throw new StoreError(
      'STORE_SQLITE_TOO_OLD',
      `This Node has SQLite ${version}; Tidemark needs ${oldest} or newer. Use a newer Node 24.`,
    );
  }
}
