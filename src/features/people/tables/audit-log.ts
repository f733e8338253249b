import type { Database, Writing } from '../../../database/database.ts';
import { takeIds } from '../../../database/tables/id-block.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { PeopleReads } from './people.ts';
import type { AuditNote } from './people-records.ts';

/** Longer texts would be somebody's attempt to fill the disk. */
const longest = 500;

const kept = (text: string): string => storableText(text.slice(0, longest));

/** Adds a line. The database itself refuses to change or delete one. */
export async function writeNote({ db }: Pick<Writing, 'db'>, note: AuditNote): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({
      id: await takeIds(db, 'audit_entry', 1),
      at: note.at,
      actor: kept(note.actor),
      action: kept(note.action),
      subject: kept(note.subject),
      detail: kept(note.detail),
      address: note.address === null ? null : kept(note.address),
    })
    .execute();
}

export const auditLog = (database: Database): Pick<PeopleReads, 'audit'> => ({
  audit: ({ before, limit }) =>
    database.read((db) =>
      db
        .selectFrom('audit_entry')
        .selectAll()
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    ),
});
