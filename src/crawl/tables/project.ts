import type { Database } from '../../database/database.ts';
import { StoreError } from '../../database/errors.ts';
import { fieldsOf, integer, type RecordOf, table, text } from '../../database/table.ts';
import { takeIds } from '../../database/tables/id-block.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import { type AuditNote, writeNote } from './audit-log.ts';

export const projectTable = table(
  'project',
  {
    id: integer,
    name: text,
    start_url: text,
    /** JSON, as the project schema writes it. */
    settings: text,
    created_at: integer,
  },
  { key: ['id'], indexes: ['UNIQUE INDEX project_name ON project (name)'], takesIds: true },
);

export type Project = RecordOf<typeof projectTable>;

/** Changes write their lines of the audit log in the same transaction: neither is ever stored without the other. */
export function projects(database: Database) {
  return {
    /** `owner` is the user who becomes its owner, in the same transaction. Throws STORE_NAME_TAKEN when the name is in use. */
    create: (
      project: Omit<Project, 'id'>,
      { owner, notes }: { readonly owner: number | null; readonly notes: readonly AuditNote[] } = {
        owner: null,
        notes: [],
      },
    ): Promise<Project> =>
      database.write(async ({ db }) => {
        const name = storableText(project.name);
        const inserted = await db
          .insertInto('project')
          .values({
            id: await takeIds(db, 'project', 1),
            name,
            start_url: storableText(project.startUrl),
            settings: storableText(project.settings),
            created_at: project.createdAt,
          })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning(fieldsOf(projectTable))
          .executeTakeFirst();
        if (inserted === undefined) {
          throw new StoreError(
            'STORE_NAME_TAKEN',
            `There is a project "${name}" already. Choose another name, or use that project.`,
          );
        }
        if (owner !== null)
          await db
            .insertInto('project_access')
            .values({ project_id: inserted.id, user_id: owner, access: 'own' })
            .execute();
        for (const note of notes) await writeNote({ db }, note);
        return inserted;
      }),
    find: (name: string): Promise<Project | null> =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('project')
          .select(fieldsOf(projectTable))
          .where('name', '=', storableText(name))
          .executeTakeFirst();
        return row ?? null;
      }),
    /** In the order of names: all, or at most `limit` with names after `after`. */
    list: (part?: { readonly after: string; readonly limit: number }): Promise<readonly Project[]> =>
      database.read((db) => {
        const query = db.selectFrom('project').select(fieldsOf(projectTable)).orderBy('name');
        return (
          part === undefined ? query : query.where('name', '>', storableText(part.after)).limit(part.limit)
        ).execute();
      }),
    /** The users who own projects, by the name of the project. Projects of the operator have no owner. */
    owners: (): Promise<ReadonlyMap<string, number>> =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('project_access')
          .innerJoin('project', 'project.id', 'project_access.project_id')
          .select(['project.name', 'project_access.user_id'])
          .where('project_access.access', '=', 'own')
          .execute();
        return new Map(rows.map(({ name, user_id }) => [name, user_id]));
      }),
    /** Replaces what the user may edit. */
    change: (
      id: number,
      change: Pick<Project, 'startUrl' | 'settings'>,
      notes: readonly AuditNote[] = [],
    ): Promise<void> =>
      database.write(async ({ db }) => {
        await db
          .updateTable('project')
          .set({ start_url: storableText(change.startUrl), settings: storableText(change.settings) })
          .where('id', '=', id)
          .execute();
        for (const note of notes) await writeNote({ db }, note);
      }),
    /** Call before a run writes. Throws STORE_LOCKED, naming the owner. */
    claim: (id: number) => database.claim(id),
  };
}
