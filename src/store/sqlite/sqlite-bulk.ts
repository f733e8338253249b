import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type BulkRow, type BulkStatement, insertSql, updateSql } from '../bulk.ts';

function sqlOf(statement: BulkStatement): string {
  const columns = Object.keys(statement.given);
  return statement.kind === 'insert'
    ? insertSql(statement, `VALUES (${columns.map(() => '?').join(', ')})`)
    : updateSql(statement, `(SELECT ${columns.map((column) => `? AS ${column}`).join(', ')}) AS given`);
}

/** Runs bulk statements once a row, each prepared once for the life of the connection. */
export function sqliteBulk(database: DatabaseSync) {
  const prepared = new Map<BulkStatement, StatementSync>();
  return (statement: BulkStatement, rows: readonly BulkRow[]): void => {
    let ready = prepared.get(statement);
    if (ready === undefined) {
      ready = database.prepare(sqlOf(statement));
      prepared.set(statement, ready);
    }
    for (const row of rows) ready.run(...row);
  };
}
