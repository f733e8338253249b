import type { Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import { StoreError } from '../../database/errors.ts';
import type { ProjectClaim } from '../../database/store.ts';
import { integer, type RowOf, table, text } from '../../database/table.ts';
import { takeIds } from '../../database/tables/id-block.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import { writeNote } from './audit-log.ts';
import type { AuditNote, Project } from './records.ts';

export const projectTable = table(
  'project',
  {
    id: integer,
    name: text,
    start_url: text,
    settings: text,
    created_at: integer,
  },
  { key: ['id'], indexes: ['UNIQUE INDEX project_name ON project (name)'], takesIds: true },
);
export type ProjectTable = RowOf<typeof projectTable>;

declare module '../../database/schema.ts' {
  interface Tables {
    readonly project: RowOf<typeof projectTable>;
  }
}

/** Changes write their lines of the audit log in the same transaction: neither is ever without the other. */
export interface Projects {
  /** `owner` is the user whose own it becomes, in the same transaction. Throws STORE_NAME_TAKEN when the name is in use. */
  create(
    project: Omit<Project, 'id'>,
    beginning?: { readonly owner: number | null; readonly notes: readonly AuditNote[] },
  ): Promise<Project>;
  find(name: string): Promise<Project | null>;
  /** By name: all, or at most `limit` with names after `after`. */
  list(part?: { readonly after: string; readonly limit: number }): Promise<readonly Project[]>;
  /** Replaces what the user may edit. */
  change(
    id: number,
    change: Pick<Project, 'startUrl' | 'settings'>,
    notes?: readonly AuditNote[],
  ): Promise<void>;
  /** Call before a run writes. Throws STORE_LOCKED, naming the owner. */
  claim(id: number): Promise<ProjectClaim>;
  /** Deletes its runs, pages and visits too, and the contents that no other project has. The caller must hold the claim. */
  remove(id: number, notes?: readonly AuditNote[]): Promise<void>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly projects: Projects;
  }
}

const toProject = (row: Selectable<ProjectTable>): Project => ({
  id: row.id,
  name: row.name,
  startUrl: row.start_url,
  settings: row.settings,
  createdAt: row.created_at,
});

export function projects(database: Database): Omit<Projects, 'remove'> {
  return {
    create: (project, beginning = { owner: null, notes: [] }) =>
      database.write(async ({ db }) => {
        const id = await takeIds(db, 'project', 1);
        const row = {
          id,
          name: storableText(project.name),
          start_url: storableText(project.startUrl),
          settings: storableText(project.settings),
          created_at: project.createdAt,
        };
        const inserted = await db
          .insertInto('project')
          .values(row)
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returningAll()
          .executeTakeFirst();
        if (inserted === undefined) {
          throw new StoreError(
            'STORE_NAME_TAKEN',
            `There is a project "${row.name}" already. Choose another name, or use that project.`,
          );
        }
        const { owner, notes } = beginning;
        if (owner !== null)
          await db
            .insertInto('project_share')
            .values({ project_id: inserted.id, user_id: owner, access: 'own' })
            .execute();
        for (const note of notes) await writeNote({ db }, note);
        return toProject(inserted);
      }),
    find: (name) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('project')
          .selectAll()
          .where('name', '=', storableText(name))
          .executeTakeFirst();
        return row === undefined ? null : toProject(row);
      }),
    list: (part) =>
      database.read(async (db) => {
        const query = db.selectFrom('project').selectAll().orderBy('name');
        const chosen =
          part === undefined ? query : query.where('name', '>', storableText(part.after)).limit(part.limit);
        return (await chosen.execute()).map(toProject);
      }),
    change: (id, change, notes = []) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('project')
          .set({ start_url: storableText(change.startUrl), settings: storableText(change.settings) })
          .where('id', '=', id)
          .execute();
        for (const note of notes) await writeNote({ db }, note);
      }),
    claim: (id) => database.claim(id),
  };
}
