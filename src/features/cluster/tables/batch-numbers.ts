import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../../database/schema.ts';
import type { HostJobPlace } from './open-hosts.ts';

/** The row in which a writer keeps the number of its last transaction: that of a run that was handed over, or of a host job. Nobody else writes there. */
export type BatchPlace =
  | { readonly kind: 'run'; readonly jobId: string }
  | ({ readonly kind: 'share' } & Pick<HostJobPlace, 'runId' | 'host'>);

export interface NumberedBatch {
  readonly place: BatchPlace;
  readonly number: number;
}

/** Notes the numbers of transactions. Returns those of them that had not taken place before. */
export async function noteBatches<Batch extends NumberedBatch>(
  db: Transaction<Tables>,
  batches: readonly Batch[],
): Promise<ReadonlySet<Batch>> {
  const noted = new Set<string>([...(await noteOfRuns(db, batches)), ...(await noteOfHostJobs(db, batches))]);
  return new Set(batches.filter(({ place }) => noted.has(keyOf(place))));
}

const keyOf = (place: BatchPlace): string =>
  place.kind === 'run' ? place.jobId : `${place.runId} ${place.host}`;

async function noteOfRuns(
  db: Transaction<Tables>,
  batches: readonly NumberedBatch[],
): Promise<readonly string[]> {
  const given = batches.flatMap(({ place, number }) =>
    place.kind === 'run' ? [{ jobId: place.jobId, number }] : [],
  );
  if (given.length === 0) return [];
  const { rows } = await sql<{ jobId: string }>`
    update handed_run set batch = given.number
    from unnest(${given.map(({ jobId }) => jobId)}::text[], ${given.map(({ number }) => number)}::bigint[])
      as given (job_id, number)
    where handed_run.job_id = given.job_id and handed_run.batch < given.number
    returning handed_run.job_id as "jobId"`.execute(db);
  return rows.map(({ jobId }) => jobId);
}

async function noteOfHostJobs(
  db: Transaction<Tables>,
  batches: readonly NumberedBatch[],
): Promise<readonly string[]> {
  const given = batches.flatMap(({ place, number }) =>
    place.kind === 'share' ? [{ ...place, number }] : [],
  );
  if (given.length === 0) return [];
  const { rows } = await sql<{ runId: number; host: string }>`
    update share_work set batch = given.number
    from unnest(${given.map(({ runId }) => runId)}::bigint[], ${given.map(({ host }) => host)}::text[],
      ${given.map(({ number }) => number)}::bigint[]) as given (run_id, host, number)
    where share_work.run_id = given.run_id and share_work.host = given.host and share_work.batch < given.number
    returning share_work.run_id as "runId", share_work.host`.execute(db);
  return rows.map((row) => keyOf({ kind: 'share', ...row }));
}
