import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type StatementRunner, statementsIn } from '../../../database/postgres/statement-runner.ts';
import type { Tables } from '../../../database/schema.ts';

/** A host's part of a run that was handed over. */
export interface HostJobPlace {
  /** The id under which the run was handed over. */
  readonly handedId: string;
  readonly runId: number;
  readonly host: string;
}

/** A host job and the job that works on it. */
export interface SentHostJob extends HostJobPlace {
  readonly jobId: string;
}

/** Sends the jobs of host jobs, inside the transaction that opens them. */
export type SendHostJobs = (hostJobs: readonly SentHostJob[], statements: StatementRunner) => Promise<void>;

/**
 * Opens the host jobs of hosts that have something to visit, unless they are. Whoever closes a host job locks its row, and so do we: either
 * the closer sees what there is to do, or we see that it is closed. `hosts` are in order.
 */
export async function openHosts(
  db: Transaction<Tables>,
  { handedId, runId }: Omit<HostJobPlace, 'host'>,
  hosts: readonly string[],
  send: SendHostJobs,
): Promise<void> {
  const created = await db
    .insertInto('share')
    .values(hosts.map((host) => ({ run_id: runId, host, job_id: randomUUID(), state: 'open' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['host', 'job_id'])
    .execute();
  const isNew = new Set(created.map(({ host }) => host));
  const known = hosts.filter((host) => !isNew.has(host));
  const opened = [...created];
  // One that was paused looks at what came in when the run goes on.
  for (const host of known.length > 0 ? await closedAmong(db, runId, known) : [])
    opened.push({ host, job_id: await reopen(db, runId, host) });
  if (opened.length === 0) return;
  await addWork(db, runId, [...isNew]);
  await db
    .updateTable('handed_run')
    .set((row) => ({ open_shares: row('open_shares', '+', opened.length) }))
    .where('job_id', '=', handedId)
    .execute();
  const sent = opened.map(({ host, job_id: jobId }) => ({ handedId, runId, host, jobId }));
  await send(sent, statementsIn(db));
}

/**
 * Those of the hosts whose host jobs are closed, locked so that they can be opened. Most often none is, and then many may look at the same time. Who
 * finds one lets go of all before it asks for the right to write: two that wanted it while both looked would wait for each other.
 */
async function closedAmong(
  db: Transaction<Tables>,
  runId: number,
  hosts: readonly string[],
): Promise<readonly string[]> {
  const hostJobs = db
    .selectFrom('share')
    .select(['host', 'state'])
    .where('run_id', '=', runId)
    .where('host', 'in', hosts)
    .orderBy('host');
  await sql`savepoint looked`.execute(db);
  const seen = await hostJobs.forShare().execute();
  if (seen.every(({ state }) => state !== 'closed')) {
    await sql`release savepoint looked`.execute(db);
    return [];
  }
  await sql`rollback to savepoint looked`.execute(db);
  const locked = await hostJobs.forUpdate().execute();
  return locked.filter(({ state }) => state === 'closed').map(({ host }) => host);
}

async function reopen(db: Transaction<Tables>, runId: number, host: string): Promise<string> {
  const jobId = randomUUID();
  await db
    .updateTable('share')
    .set({ state: 'open', job_id: jobId })
    .where('run_id', '=', runId)
    .where('host', '=', host)
    .execute();
  return jobId;
}

/** The rows of holders of new host jobs. */
export async function addWork(
  db: Transaction<Tables>,
  runId: number,
  hosts: readonly string[],
): Promise<void> {
  await sql`insert into share_work (run_id, host, batch, granted, pages, errors, left_out, bytes, queued)
    select ${runId}::bigint, host, 0, 0, 0, 0, 0, 0, 0 from unnest(${hosts}::text[]) as host
    on conflict do nothing`.execute(db);
}
