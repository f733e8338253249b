import type { Database } from '../database.ts';
import type { Upkeep } from './upkeep.ts';

export function upkeep(database: Database): Upkeep {
  return {
    databaseBytes: () => database.read((db) => database.dialect.databaseBytes(db)),
  };
}
