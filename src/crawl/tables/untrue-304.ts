import type { Kysely } from 'kysely';
import type { WriteStep } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { storableText } from '../../database/tables/storable-text.ts';

interface HostOfRun {
  readonly runId: number;
  readonly host: string;
}

/** Queues the pages of hosts that were answered 304 in a run, as if they had not been visited. */
export const queueAfter304: WriteStep<HostOfRun> = async ({ db }, hosts) => {
  for (const host of hosts) await queueHostAfter304(db, host);
};

async function queueHostAfter304(db: Kysely<Tables>, { runId, host }: HostOfRun): Promise<void> {
  const answered = db
    .selectFrom('visit')
    .innerJoin('page', 'page.id', 'visit.page_id')
    .select('visit.page_id')
    .where('visit.run_id', '=', runId)
    .where('visit.status', '=', 304)
    .where('page.host', '=', storableText(host));
  // Through the project's runs, each a look-up by key.
  await db
    .updateTable('page')
    .set((row) => ({
      queued: 1 as const,
      good_run_id: row
        .selectFrom('run')
        .innerJoin('visit', (join) =>
          join.onRef('visit.run_id', '=', 'run.id').onRef('visit.page_id', '=', 'page.id'),
        )
        .select((good) => good.fn.max('run.id').as('id'))
        .whereRef('run.project_id', '=', 'page.project_id')
        .where('run.id', '<', runId)
        .where('visit.outcome', '=', 'ok'),
    }))
    .where('id', 'in', answered)
    .execute();
  await db.deleteFrom('visit').where('run_id', '=', runId).where('page_id', 'in', answered).execute();
}
