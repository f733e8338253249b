import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { type PartContext, tablesOf } from '../../database/store-part.ts';
import { type Table, tablesOfProjects } from '../../database/table.ts';
import { type AuditNote, writeNote } from './audit-log.ts';

/** Makes commits of other processes wait: content that is being deleted must not get a visit. Locks the tables in the order in which commits write them. */
export const lockContents = (
  { dialect }: Pick<Database, 'dialect'>,
  db: Transaction<Tables>,
): Promise<void> => dialect.lockTables(db, ['content', 'visit']);

/** The columns with hashes of contents. */
export const contentNames = (tables: readonly Table[]) =>
  tables.flatMap(({ name, columns }) =>
    Object.entries(columns).flatMap(([column, { namesContent }]) =>
      namesContent ? [{ table: name, column }] : [],
    ),
  );

/**
 * Deletes a project with everything that belongs to it, in one transaction. Content is deleted too, unless a row of another
 * project refers to it. Files of large bodies are deleted after the commit: a kill in between leaves at worst an unused file. The next sweep deletes objects.
 */
export async function deleteProject(
  { database, bodies, parts }: Pick<PartContext, 'database' | 'bodies' | 'parts'>,
  projectId: number,
  notes: readonly AuditNote[],
): Promise<void> {
  const tables = tablesOf(parts);
  const large = await database.write(async (writing) => {
    const { db } = writing;
    await lockContents(database, db);
    const deleted = await deleteContents(db, tables, projectId);
    for (const part of parts) await part.forgetProject?.(writing, database.dialect, projectId);
    for (const { table, column, through } of tablesOfProjects(tables))
      await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} ${ownersOf(through, '=', projectId)}`.execute(
        db,
      );
    await db.deleteFrom('project').where('id', '=', projectId).execute();
    for (const note of notes) await writeNote({ db }, note);
    return deleted;
  });
  for (const sha256 of large) await bodies.drop(sha256);
}

/** The SQL condition after the column that links rows of a table to their project. */
const ownersOf = (
  through: keyof Tables | null,
  which: '=' | '<>',
  projectId: number,
): RawBuilder<unknown> => {
  const isOf = sql`${sql.raw(which)} ${projectId}`;
  return through === null ? isOf : sql`IN (SELECT id FROM ${sql.table(through)} WHERE project_id ${isOf})`;
};

/** Deletes the contents that only rows of the project refer to. Returns the hashes of those whose body is stored elsewhere. */
async function deleteContents(
  db: Kysely<Tables>,
  tables: readonly Table[],
  projectId: number,
): Promise<readonly Uint8Array[]> {
  const owned = tablesOfProjects(tables);
  const named = (which: '=' | '<>') =>
    contentNames(tables).flatMap(({ table, column }) => {
      const owner = owned.find((each) => each.table === table);
      if (owner === undefined) return [];
      const hash = sql.ref(column);
      return sql`SELECT ${hash} AS sha256 FROM ${sql.table(table)}
        WHERE ${hash} IS NOT NULL AND ${sql.ref(owner.column)} ${ownersOf(owner.through, which, projectId)}`;
    });
  const { rows } = await sql<{ sha256: Uint8Array; in_row: number }>`
    DELETE FROM content WHERE sha256 IN (SELECT sha256 FROM (${sql.join(named('='), sql` UNION `)}) AS own
      EXCEPT SELECT sha256 FROM (${sql.join(named('<>'), sql` UNION `)}) AS others)
    RETURNING sha256, CASE WHEN data IS NULL THEN 0 ELSE 1 END AS in_row`.execute(db);
  return rows.flatMap(({ sha256, in_row }) => (in_row === 0 ? [sha256] : []));
}
