import type { Database } from '../../database/database.ts';
import { StoreError } from '../../database/errors.ts';
import { integer, type RowOf, table, text } from '../../database/table.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import { writeNote } from './audit-log.ts';
import type { AuditNote } from './records.ts';

/** A secret of a user, encrypted with a key that the database does not have. */
export const secretTable = table(
  'secret',
  {
    name: text,
    sealed: text,
    changed_at: integer,
  },
  { key: ['name'] },
);

declare module '../../database/schema.ts' {
  interface Tables {
    readonly secret: RowOf<typeof secretTable>;
  }
}

/** Secrets of users, encrypted by the caller: the database never sees one in plain text. */
export interface Secrets {
  /** Encrypted; null when there is none of that name. */
  find(name: string): Promise<string | null>;
  /** By name. */
  list(): Promise<readonly { readonly name: string; readonly changedAt: number }[]>;
  /** Replaces an older one of that name. The lines of the audit log are written with it, as by `remove`. */
  keep(name: string, sealed: string, at: number, notes?: readonly AuditNote[]): Promise<void>;
  /** Puts other encryptions of the same secrets in their place: all, or with STORE_FENCED none when one has changed meanwhile. */
  replace(
    changes: readonly { readonly name: string; readonly from: string; readonly to: string }[],
  ): Promise<void>;
  /** False when there was none; then nothing is noted. */
  remove(name: string, notes?: readonly AuditNote[]): Promise<boolean>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly secrets: Secrets;
  }
}

export function secrets(database: Database): Secrets {
  return {
    find: (name) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('secret')
          .select('sealed')
          .where('name', '=', storableText(name))
          .executeTakeFirst();
        return row?.sealed ?? null;
      }),
    list: () =>
      database.read((db) =>
        db.selectFrom('secret').select(['name', 'changed_at as changedAt']).orderBy('name').execute(),
      ),
    keep: (name, sealed, at, notes = []) =>
      database.write(async ({ db }) => {
        const fresh = { sealed, changed_at: at };
        await db
          .insertInto('secret')
          .values({ name: storableText(name), ...fresh })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(fresh))
          .execute();
        for (const note of notes) await writeNote({ db }, note);
      }),
    replace: (changes) =>
      database.write(async ({ db }) => {
        for (const { name, from, to } of changes) {
          const { numUpdatedRows } = await db
            .updateTable('secret')
            .set({ sealed: to })
            .where('name', '=', storableText(name))
            .where('sealed', '=', from)
            .executeTakeFirst();
          if (numUpdatedRows === 0n)
            throw new StoreError(
              'STORE_FENCED',
              `The secret "${name}" was changed by another program meanwhile. Nothing was changed here; run the command again.`,
            );
        }
      }),
    remove: (name, notes = []) =>
      database.write(async ({ db }) => {
        const { numDeletedRows } = await db
          .deleteFrom('secret')
          .where('name', '=', storableText(name))
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        for (const note of notes) await writeNote({ db }, note);
        return true;
      }),
  };
}
