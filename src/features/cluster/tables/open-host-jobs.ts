import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { urlHash } from '../../../crawl/tables/offer.ts';
import type { DiscoveredPage } from '../../../crawl/tables/page.ts';
import type { Database, WriteStep } from '../../../database/database.ts';
import { type StatementRunner, statementsIn } from '../../../database/postgres/statement-runner.ts';
import type { Tables } from '../../../database/schema.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import type { HostJobState } from './cluster-tables.ts';

/** One host of a cluster run. */
export interface HostJobKey {
  readonly clusterRunId: string;
  readonly runId: number;
  readonly host: string;
}

/** Sends the jobs of host jobs, inside the transaction that opens them. */
export type SendHostJobs = (
  hostJobs: readonly (HostJobKey & { readonly jobId: string })[],
  statements: StatementRunner,
) => Promise<void>;

/** Sends the jobs of a run. Both functions are called inside the transaction that makes the job necessary. */
export interface HostJobQueue {
  readonly sendHostJobs: SendHostJobs;
  /** Called when nothing is left to visit, or nothing can be visited now. */
  sendFinish(clusterRunId: string, statements: StatementRunner): Promise<void>;
}

/**
 * Opens a host job for each host with pages to visit, and for each paused one even without pages: only its worker notices that nothing is left, and
 * otherwise the run would stay paused because of it. Returns how many there are. `database` is fenced.
 */
export async function openHostJobs(
  database: Database,
  { clusterRunId, runId }: Omit<HostJobKey, 'host'>,
  { sendHostJobs, sendFinish }: HostJobQueue,
): Promise<number> {
  return database.write(async ({ db }) => {
    const queued = db
      .selectFrom('page')
      .select('host')
      .where('run_id', '=', runId)
      .where('queued', '=', sql.lit(1 as const));
    const paused = db
      .selectFrom('host_job')
      .select('host')
      .where('run_id', '=', runId)
      .where('state', '=', sql.lit('paused' as const));
    const offered = db.selectFrom('offer').select('host').where('run_id', '=', runId).where('taken', '=', 0);
    const opened = await db
      .insertInto('host_job')
      .columns(['run_id', 'host', 'job_id', 'state'])
      .expression((row) =>
        row
          .selectFrom(queued.union(offered).union(paused).as('waiting'))
          .select(({ val }) => [val(runId).as('run_id'), 'waiting.host'])
          .select([sql<string>`gen_random_uuid()::text`.as('job_id'), sql<HostJobState>`'open'`.as('state')])
          .orderBy('waiting.host'),
      )
      .onConflict((conflict) =>
        conflict.columns(['run_id', 'host']).doUpdateSet({
          state: 'open',
          reason: null,
          resume_at: null,
          job_id: (row) => row.ref('excluded.job_id'),
        }),
      )
      .returning(['host', 'job_id as jobId'])
      .execute();
    await addWork(
      db,
      runId,
      opened.map(({ host }) => host),
    );
    await db
      .updateTable('cluster_run')
      .set({ run_id: runId, open_host_jobs: opened.length })
      .where('job_id', '=', clusterRunId)
      .execute();
    if (opened.length === 0) await sendFinish(clusterRunId, statementsIn(db));
    else
      await sendHostJobs(
        opened.map((hostJob) => ({ clusterRunId, runId, ...hostJob })),
        statementsIn(db),
      );
    return opened.length;
  });
}

/** The rows that the workers of new host jobs write. */
async function addWork(db: Transaction<Tables>, runId: number, hosts: readonly string[]): Promise<void> {
  await sql`insert into host_job_work (run_id, host, last_commit, allotted_pages, pages, errors, left_out, bytes, queued)
    select ${runId}::bigint, host, 0, 0, 0, 0, 0, 0, 0 from unnest(${hosts}::text[]) as host
    on conflict do nothing`.execute(db);
}

/** Offers, or hosts, per statement. */
const AT_ONCE = 1000;

/** A page of another host that a host job found. */
interface OfferedPage {
  readonly key: HostJobKey;
  readonly page: DiscoveredPage;
  readonly send: SendHostJobs;
}

/** Offers pages to the workers of their hosts, and opens the host jobs. Sorted by run, then by host, as in every other transaction. */
export const writeOffers: WriteStep<OfferedPage> = async ({ db }, items) => {
  const byRun = [...Map.groupBy(items, ({ key }) => key.runId)].sort(([a], [b]) => a - b);
  for (const [runId, [first, ...others]] of byRun) {
    if (first === undefined) continue;
    const pages = [first, ...others].map(({ page }) => page);
    const hosts = await addOffers(db, runId, pages);
    for (let from = 0; from < hosts.length; from += AT_ONCE)
      await openHosts(db, first.key, hosts.slice(from, from + AT_ONCE), first.send);
  }
};

/** Returns the hosts that have new offers, sorted. */
async function addOffers(
  db: Transaction<Tables>,
  runId: number,
  offers: readonly DiscoveredPage[],
): Promise<readonly string[]> {
  const rows = offers
    .map(({ url, host, linkKind, depth, foundOn }) => ({
      run_id: runId,
      host,
      url_hash: urlHash(url),
      url: storableText(url),
      kind: linkKind,
      depth,
      found_on: foundOn,
      taken: 0 as const,
    }))
    .sort((a, b) => compare(a.host, b.host) || Buffer.compare(a.url_hash, b.url_hash));
  const hosts = new Set<string>();
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const added = await db
      .insertInto('offer')
      .values(rows.slice(from, from + AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .returning('host')
      .execute();
    for (const { host } of added) hosts.add(host);
  }
  return [...hosts].sort(compare);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Opens the host jobs of hosts that have pages to visit, unless they are open. Both this function and the worker that closes a host job lock its row:
 * either that worker sees the new pages, or this function sees that the host job is closed. `hosts` are sorted.
 */
async function openHosts(
  db: Transaction<Tables>,
  { clusterRunId, runId }: Omit<HostJobKey, 'host'>,
  hosts: readonly string[],
  send: SendHostJobs,
): Promise<void> {
  const created = await db
    .insertInto('host_job')
    .values(hosts.map((host) => ({ run_id: runId, host, job_id: randomUUID(), state: 'open' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['host', 'job_id as jobId'])
    .execute();
  const isNew = new Set(created.map(({ host }) => host));
  const known = hosts.filter((host) => !isNew.has(host));
  const opened = [...created];
  // A paused host job reads its offers when the run continues.
  for (const host of known.length > 0 ? await closedAmong(db, runId, known) : [])
    opened.push({ host, jobId: await reopen(db, runId, host) });
  if (opened.length === 0) return;
  await addWork(db, runId, [...isNew]);
  await db
    .updateTable('cluster_run')
    .set((row) => ({ open_host_jobs: row('open_host_jobs', '+', opened.length) }))
    .where('job_id', '=', clusterRunId)
    .execute();
  await send(
    opened.map((hostJob) => ({ clusterRunId, runId, ...hostJob })),
    statementsIn(db),
  );
}

/**
 * The hosts whose host jobs are closed, with their rows locked for opening. Usually there are none, and many transactions read at the same time. A
 * transaction that finds one releases its shared locks before it asks for exclusive ones: otherwise two of them would deadlock.
 */
async function closedAmong(
  db: Transaction<Tables>,
  runId: number,
  hosts: readonly string[],
): Promise<readonly string[]> {
  const hostJobs = db
    .selectFrom('host_job')
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
    .updateTable('host_job')
    .set({ state: 'open', job_id: jobId })
    .where('run_id', '=', runId)
    .where('host', '=', host)
    .execute();
  return jobId;
}
