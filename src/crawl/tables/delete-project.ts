import type { Kysely } from 'kysely';
import type { Bodies } from '../../database/content/bodies.ts';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { writeNote } from './audit-log.ts';
import type { AuditNote } from './records.ts';

type Names = readonly (keyof Tables)[];

/** The tables whose rows belong to a page, a run, an exploration or a project, in the order in which they are emptied; a test compares them with the schema. */
export const tablesOfPages = ['page_memory', 'listed_file', 'result_memory'] as const satisfies Names;
export const tablesOfRuns = [
  'visit',
  'told_change',
  'found_match',
  'rendering',
  'left_out',
  'share',
  'share_work',
  'share_left_out',
  'offer',
  'searched_run',
] as const satisfies Names;
export const tablesOfExplorations = [
  'explored_state',
  'explored_content',
  'tried_action',
  'explored_news',
] as const satisfies Names;
export const tablesOfProjects = [
  'learned_rule',
  'signature',
  'quiet_signature',
  'alias',
  'search_document',
  'outbox',
  'project_share',
  'api_token',
  'page_change',
  'feed_reader',
  'read_mark',
  'exploration',
  'page',
  'run',
] as const satisfies Names;

/**
 * Deletes a project with everything that belongs to it, in one transaction. Content goes too, unless a visit or a state of another
 * project has it. Files of large bodies go after the commit: a kill in between leaves at worst a file that no row names. Objects go with the next sweep.
 */
export async function deleteProject(
  database: Database,
  bodies: Bodies,
  projectId: number,
  notes: readonly AuditNote[],
): Promise<void> {
  const large = await database.write(async ({ db }) => {
    await database.dialect.lockContents(db);
    const unused = contentsOnlyIn(db, projectId);
    const deleted = await db
      .deleteFrom('content')
      .where('sha256', 'in', unused)
      .where('data', 'is', null)
      .returning('sha256')
      .execute();
    await db.deleteFrom('content').where('sha256', 'in', unused).execute();
    await database.dialect.search.forget(db, projectId);
    const pages = db.selectFrom('page').select('id').where('project_id', '=', projectId);
    for (const table of tablesOfPages) await db.deleteFrom(table).where('page_id', 'in', pages).execute();
    const runs = db.selectFrom('run').select('id').where('project_id', '=', projectId);
    for (const table of tablesOfRuns) await db.deleteFrom(table).where('run_id', 'in', runs).execute();
    const explored = db.selectFrom('exploration').select('id').where('project_id', '=', projectId);
    for (const table of tablesOfExplorations)
      await db.deleteFrom(table).where('exploration_id', 'in', explored).execute();
    for (const table of tablesOfProjects)
      await db.deleteFrom(table).where('project_id', '=', projectId).execute();
    await db.deleteFrom('project').where('id', '=', projectId).execute();
    for (const note of notes) await writeNote({ db }, note);
    return deleted;
  });
  for (const { sha256 } of large) await bodies.drop(sha256);
}

/** One `except` after the other: a chain of them is read from left to right, and no brackets are written. */
function contentsOnlyIn(db: Kysely<Tables>, projectId: number) {
  type Which = '=' | '<>';
  const visited = (which: Which) =>
    db
      .selectFrom('visit')
      .innerJoin('run', 'run.id', 'visit.run_id')
      .select('visit.sha256')
      .where('visit.sha256', 'is not', null)
      .where('run.project_id', which, projectId)
      .$castTo<{ sha256: Uint8Array }>();
  const pictured = (which: Which) =>
    db
      .selectFrom('rendering')
      .innerJoin('run', 'run.id', 'rendering.run_id')
      .select('rendering.picture as sha256')
      .where('rendering.picture', 'is not', null)
      .where('run.project_id', which, projectId)
      .$castTo<{ sha256: Uint8Array }>();
  const explored = (which: Which) =>
    db
      .selectFrom('explored_content')
      .innerJoin('exploration', 'exploration.id', 'explored_content.exploration_id')
      .select('explored_content.sha256')
      .where('exploration.project_id', which, projectId);
  return visited('=')
    .union(pictured('='))
    .union(explored('='))
    .except(visited('<>'))
    .except(pictured('<>'))
    .except(explored('<>'));
}
