import type { Database, RowWriting } from '../../database/database.ts';
import { insertInto, integer, orNull, type RowOf, table, text, textOf } from '../../database/table.ts';
import { storableText } from '../../database/tables/storable-text.ts';
import { writeNote } from './audit-log.ts';
import type { CrawlCommit } from './crawl-commit.ts';
import type { LearnedKind, LearnedRules, LearnedState } from './learned-rules.ts';

/** Rules learned about a site: which parts of its URLs and pages are volatile (X1). */
export const learnedRuleTable = table(
  'learned_rule',
  {
    project_id: integer,
    id: text,
    kind: textOf<LearnedKind>(),
    /** The host whose pages it is about. */
    host: text,
    /** JSON, written by `url` or `track`. */
    rule: text,
    state: textOf<LearnedState>(),
    /** Why it was withdrawn. */
    note: orNull(text),
    since_run_id: integer,
    changed_run_id: integer,
  },
  { key: ['project_id', 'id'] },
);

declare module '../../database/schema.ts' {
  interface Tables {
    readonly learned_rule: RowOf<typeof learnedRuleTable>;
  }
}

/** A rule that the user switches off during a run stays off. */
const keepRule = insertInto(learnedRuleTable, {
  conflict: `ON CONFLICT (project_id, id) DO UPDATE SET
     rule = excluded.rule, note = excluded.note, changed_run_id = excluded.changed_run_id,
     state = CASE WHEN learned_rule.state = 'off' THEN 'off' ELSE excluded.state END`,
});

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
