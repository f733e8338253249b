import { join } from 'node:path';
import type { Database } from '../../../src/database/database.ts';
import { openPostgresDatabase } from '../../../src/database/postgres/open-postgres.ts';
import { openSqliteDatabase } from '../../../src/database/sqlite/sqlite-database.ts';
import type { Place } from './store-databases.ts';

/** The database under the store, for what only a test does. */
export function rawDatabase(place: Place): Database {
  return place.kind === 'sqlite'
    ? openSqliteDatabase({ file: join(place.folder, 'tidemark.db'), access: 'write' })
    : openPostgresDatabase({ ...place, access: 'write' });
}
