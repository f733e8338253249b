import type { BulkInsert, Database, Migration, RowWriting } from '../../database/database.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import { writeNote } from './audit-log.ts';
import type { CrawlCommit } from './crawl-commit.ts';
import type { LearnedKind, LearnedRules, LearnedState } from './learned-rules.ts';

/** Rules learned about a site: which parts of its URLs and pages are volatile (X1). */
interface LearnedRuleTable {
  readonly project_id: number;
  readonly id: string;
  readonly kind: LearnedKind;
  /** The host whose pages it is about. */
  readonly host: string;
  /** JSON, written by `url` or `track`. */
  readonly rule: string;
  readonly state: LearnedState;
  /** Why it was withdrawn. */
  readonly note: string | null;
  readonly since_run_id: number;
  readonly changed_run_id: number;
}

declare module '../../database/schema.ts' {
  interface Tables {
    readonly learned_rule: LearnedRuleTable;
  }
}

export const createLearnedRule: Migration = async (db, { integer, text }) => {
  await db.schema
    .createTable('learned_rule')
    .addColumn('project_id', integer, (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('rule', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('note', text)
    .addColumn('since_run_id', integer, (column) => column.notNull())
    .addColumn('changed_run_id', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('learned_rule_key', ['project_id', 'id'])
    .execute();
};

/** A rule that the user switches off during a run stays off. */
const keepRule: BulkInsert = {
  kind: 'insert',
  table: 'learned_rule',
  given: {
    project_id: 'integer',
    id: 'text',
    kind: 'text',
    host: 'text',
    rule: 'text',
    state: 'text',
    note: 'text',
    since_run_id: 'integer',
    changed_run_id: 'integer',
  },
  conflict: `ON CONFLICT (project_id, id) DO UPDATE SET
     rule = excluded.rule, note = excluded.note, changed_run_id = excluded.changed_run_id,
     state = CASE WHEN learned_rule.state = 'off' THEN 'off' ELSE excluded.state END`,
};

export async function keepLearned(
  writing: RowWriting,
  projectId: number,
  runId: number,
  learned: NonNullable<CrawlCommit['learned']>,
): Promise<void> {
  // PostgreSQL refuses to change a row twice in one statement: the last rule wins.
  const rules = new Map(learned.map((rule) => [rule.id, rule]));
  const rows = [...rules.values()].map(({ id, kind, host, rule, state, note }) => [
    projectId,
    storableText(id),
    kind,
    storableText(host),
    storableText(rule),
    state,
    note === null ? null : storableText(note),
    runId,
    runId,
  ]);
  await writing.bulk(keepRule, rows);
}

export function learnedRules(database: Database): LearnedRules {
  return {
    list: (projectId) =>
      database.read((db) =>
        db
          .selectFrom('learned_rule')
          .select(['id', 'kind', 'host', 'rule', 'state', 'note'])
          .select(['since_run_id as sinceRunId', 'changed_run_id as changedRunId'])
          .where('project_id', '=', projectId)
          .orderBy('since_run_id')
          .orderBy('id')
          .execute(),
      ),
    switch: (projectId, id, state, notes = []) =>
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
