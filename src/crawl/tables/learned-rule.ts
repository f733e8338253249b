import type { Database, RowWriting } from '../../database/database.ts';
import {
  fieldsOf,
  insertInto,
  integer,
  orNull,
  type RecordOf,
  table,
  text,
  textOf,
} from '../../database/table.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import { type AuditNote, writeNote } from './audit-log.ts';

/** What a learned rule is about: the address of a page, its content, or how the site behaves. */
type LearnedKind = 'url' | 'page' | 'site';

export type LearnedState = 'on' | 'off' | 'withdrawn';

/** Rules learned about a site: which parts of its URLs and pages are volatile. */
export const learnedRuleTable = table(
  'learned_rule',
  {
    project_id: integer,
    id: text,
    kind: textOf<LearnedKind>(),
    /** The host of the pages that it is about. */
    host: text,
    /** JSON, written by `url` (IdentityRule), `track` (VolatileRule) or `crawl` (SiteFact). */
    rule: text,
    state: textOf<LearnedState>(),
    /** Why it was withdrawn. */
    note: orNull(text),
    since_run_id: integer,
    changed_run_id: integer,
  },
  { key: ['project_id', 'id'] },
);

export type LearnedRule = Omit<RecordOf<typeof learnedRuleTable>, 'projectId'>;

/** A rule as a run learns it. */
export type NewLearnedRule = Omit<LearnedRule, 'sinceRunId' | 'changedRunId'>;

/** A rule that the user switches off during a run stays off. */
const keepRule = insertInto(learnedRuleTable, {
  shared: ['project_id', 'since_run_id', 'changed_run_id'],
  conflict: `ON CONFLICT (project_id, id) DO UPDATE SET
     rule = excluded.rule, note = excluded.note, changed_run_id = excluded.changed_run_id,
     state = CASE WHEN learned_rule.state = 'off' THEN 'off' ELSE excluded.state END`,
});

export async function keepLearned(
  writing: RowWriting,
  projectId: number,
  runId: number,
  learned: readonly NewLearnedRule[],
): Promise<void> {
  // PostgreSQL does not allow changing a row twice in one statement: the last rule wins.
  const rules = new Map(learned.map((rule) => [rule.id, rule]));
  const shared = { projectId, sinceRunId: runId, changedRunId: runId };
  await writing.bulk(keepRule, keepRule.rows([...rules.values()], shared));
}

/** Rules that Tidemark learned about the sites of a project. */
export function learnedRules(database: Database) {
  return {
    /** Includes those that are off or withdrawn, in the order in which they were learned. */
    list: (projectId: number): Promise<readonly LearnedRule[]> =>
      database.read((db) =>
        db
          .selectFrom('learned_rule')
          .select(fieldsOf(learnedRuleTable, 'project_id'))
          .where('project_id', '=', projectId)
          .orderBy('since_run_id')
          .orderBy('id')
          .execute(),
      ),
    /** Switches one on or off, and writes the lines of the audit log; returns false, and writes nothing, when there is no such rule. */
    switch: (projectId: number, id: string, state: 'on' | 'off', notes: readonly AuditNote[] = []) =>
      database.write(async ({ db }) => {
        const { numUpdatedRows } = await db
          .updateTable('learned_rule')
          .set({ state, note: null })
          .where('project_id', '=', projectId)
          .where('id', '=', storableText(id))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        for (const note of notes) await writeNote({ db }, note);
        return true;
      }),
  };
}
