import type { Database } from '../../database/database.ts';
import { StoreError } from '../../database/errors.ts';
import { integer, table, text } from '../../database/table.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import { type AuditNote, writeNote } from './audit-log.ts';

/** A secret of a user, encrypted with a key that is not in the database. */
export const secretTable = table(
  'secret',
  {
    name: text,
    sealed: text,
    changed_at: integer,
  },
  { key: ['name'] },
);

/** Secrets of users, encrypted by the caller: the database never sees one in plain text. */
export function secrets(database: Database) {
  return {
    /** Encrypted; null when there is none of that name. */
    find: (name: string) =>
      database.read(async (db) => {
        const row = await db
          .selectFrom('secret')
          .select('sealed')
          .where('name', '=', storableText(name))
          .executeTakeFirst();
        return row?.sealed ?? null;
      }),
    /** In the order of names. */
    list: () =>
      database.read((db) =>
        db.selectFrom('secret').select(['name', 'changed_at as changedAt']).orderBy('name').execute(),
      ),
    /** Replaces an older secret of that name. Writes the lines of the audit log in the same transaction, as `remove` does. */
    keep: (name: string, sealed: string, at: number, notes: readonly AuditNote[] = []): Promise<void> =>
      database.write(async ({ db }) => {
        const fresh = { sealed, changed_at: at };
        await db
          .insertInto('secret')
          .values({ name: storableText(name), ...fresh })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(fresh))
          .execute();
        for (const note of notes) await writeNote({ db }, note);
      }),
    /** Replaces the ciphertexts of these secrets: all of them, or none when one has changed meanwhile (STORE_FENCED). */
    replace: (
      changes: readonly { readonly name: string; readonly from: string; readonly to: string }[],
    ): Promise<void> =>
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
    /** Returns false, and writes no line of the audit log, when there was none. */
    remove: (name: string, notes: readonly AuditNote[] = []) =>
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
