import type { Transaction } from 'kysely';
import type { Dialect } from './database.ts';
import type { Tables } from './schema.ts';

/** One step from a schema version to the next. A step that was released is never edited: add another. */
export type Migration = (db: Transaction<Tables>, dialect: Dialect) => Promise<void>;
