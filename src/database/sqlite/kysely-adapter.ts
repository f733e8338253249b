import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Tables } from '../schema.ts';

/** Prepared statements that are kept. The query builder would prepare every statement again, which costs more than running it. */
const statementsKept = 200;

const parametersOf = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];

function statementOf(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parametersOf(parameters)),
    run: (parameters) => statement.run(...parametersOf(parameters)),
    iterate: (parameters) => statement.iterate(...parametersOf(parameters)),
  };
}

/** When the disk is full, SQLite rolls back by itself; a second rollback would hide the failure behind another one. */
const nothingToRollBack: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

/**
 * Kysely's SQLite dialect expects better-sqlite3; this gives `node:sqlite` the same interface. `begin` is the statement that begins
 * transactions. A connection that writes uses `begin immediate`, which takes the write lock at once: otherwise, a transaction that reads before it
 * writes would be refused, instead of waiting, while another process writes.
 */
export function kyselyOver(database: DatabaseSync, begin: 'begin' | 'begin immediate'): Kysely<Tables> {
  const statements = new Map<string, SqliteStatement>();
  const adapted: SqliteDatabase = {
    close: () => database.close(),
    prepare(sql) {
      if (sql === 'rollback' && !database.isTransaction) return nothingToRollBack;
      const known = statements.get(sql);
      if (known !== undefined) return known;
      if (statements.size >= statementsKept) statements.clear();
      const statement = statementOf(database.prepare(sql === 'begin' ? begin : sql));
      statements.set(sql, statement);
      return statement;
    },
  };
  return new Kysely({ dialect: new SqliteDialect({ database: adapted }) });
}
