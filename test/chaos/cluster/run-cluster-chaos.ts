import { setTimeout } from 'node:timers/promises';
import { type Random, randomOf } from '../../sites/session-sites/random.ts';
import { asksUntil, type ClusterForChaos, clusterForChaos } from './cluster-for-chaos.ts';
import { type ClusterFault, type ClusterFaultName, clusterFaults } from './faults.ts';
import { judgeRound, type RoundCounts } from './judge-round.ts';
import { lengthOf, longestSilence, reportedOf } from './silence.ts';

export interface RoundReport {
  readonly fault: ClusterFaultName;
  readonly counts: RoundCounts;
  /** How long nothing was asked of the site, beyond the time that the fault itself lasts. Milliseconds. */
  readonly silence: number;
  /** What took place meanwhile. */
  readonly reported: readonly string[];
  readonly faults: readonly string[];
}

export interface ClusterChaosOptions {
  readonly seed: string;
  /** One for each round, in which both projects are run. */
  readonly rounds: readonly ClusterFaultName[];
  readonly onRound?: (report: RoundReport) => void;
  /** Default: 3. */
  readonly workers?: number;
  /** Of each host of the site. */
  readonly pages?: number;
  /** Called before a round is judged, with its number from 1 on, to plant a loss. */
  readonly beforeJudging?: (cluster: ClusterForChaos, round: number) => Promise<void>;
}

/** A run goes on elsewhere within this time, in milliseconds. */
export const TAKEOVER = 20_000;
const WORKERS = 3;
/** How long a round may take beyond its fault, in milliseconds. */
const LONGEST_ROUND = 120_000;

/** Rounds on one cluster. In each, the runs of two projects that share a host meet a fault at a random moment. */
export async function runClusterChaos(options: ClusterChaosOptions): Promise<readonly RoundReport[]> {
  const random = randomOf(`cluster ${options.seed}`);
  const cluster = await clusterForChaos(options.workers ?? WORKERS, {
    hosts: 3,
    pages: options.pages ?? 40,
    answer: 15,
  });
  const reports: RoundReport[] = [];
  try {
    for (const [place, fault] of options.rounds.entries()) {
      const report = await liveRound(cluster, place + 1, fault, random, options);
      reports.push(report);
      options.onRound?.(report);
    }
  } finally {
    await cluster.close();
  }
  return reports;
}

async function liveRound(
  cluster: ClusterForChaos,
  run: number,
  name: ClusterFaultName,
  random: Random,
  { beforeJudging }: ClusterChaosOptions,
): Promise<RoundReport> {
  const fault: ClusterFault = clusterFaults[name];
  const giveUp = AbortSignal.timeout(LONGEST_ROUND + fault.lasts);
  const { site, projects, server } = cluster;
  await fault.prepare?.(cluster);
  site.edition = run;
  const begun = { at: Date.now(), run, messages: cluster.receiver.requests.length };
  const before = site.asked.length;
  for (const project of projects.keys()) await startRun(cluster, project, run, giveUp);
  const moment = before + random.between(2, Math.floor(expectedRequests(cluster) * 0.9));
  while (site.asked.length < moment && !giveUp.aborted) await setTimeout(5);
  const inflicted = fault.inflict(cluster, random);
  if (fault.pausesRuns === true) await inflicted;
  // A run that the user has paused is silent.
  const silentSince = fault.pausesRuns === true ? Date.now() : begun.at;
  const ended = new Map<string, number>();
  const faults: string[] = [];
  await Promise.all(
    [...projects.keys()].map(async (project) => {
      const state = await asksUntil(
        server,
        ['GET', `/api/projects/${project}/runs?limit=1`],
        endOf(run),
        giveUp,
      );
      ended.set(project, Date.now());
      if (state !== 'finished') faults.push(`run ${run} of ${project} is ${state ?? 'not finished'}`);
    }),
  );
  if (faults.length > 0) faults.push(...(await lastWords(cluster)));
  await inflicted;
  await allReported(cluster, giveUp);
  await beforeJudging?.(cluster, run);
  const judged = await judgeRound(cluster, begun);
  const longest = longestSilence(site.asked, silentSince, ended);
  const reported = await reportedOf(cluster, longest);
  await fault.recover?.(cluster);
  const silence = Math.max(0, lengthOf(longest) - fault.lasts);
  if (silence > TAKEOVER) faults.push(`nothing was asked of the site for ${Math.round(silence)} ms`);
  return { fault: name, counts: judged.counts, silence, reported, faults: [...faults, ...judged.faults] };
}

/** What helps to find out why a run does not end. */
async function lastWords({ workers, server, rows }: ClusterForChaos): Promise<readonly string[]> {
  const jobs = await rows<object>(
    `SELECT job.id, job.state, job.retry_count, job.heartbeat_on, now() AS now, cluster_run.node_id, cluster_run.last_commit,
      cluster_run.ending FROM tidemark_jobs.job LEFT JOIN cluster_run ON cluster_run.job_id = job.id::text
      WHERE job.state <> 'completed'`,
  ).catch(() => []);
  return [
    ...jobs.map((job) => `job ${JSON.stringify(job)}`),
    ...workers.map(
      ({ process: { pid, said, errors } }) =>
        `worker ${pid}: ${JSON.stringify(said.slice(-4))} ${errors.slice(-500)}`,
    ),
    ...server.log.slice(-3).map((line) => `server: ${line}`),
  ];
}

/** Of both runs, at least. */
const expectedRequests = ({ site, projects }: ClusterForChaos): number =>
  projects.values().reduce((sum, origins) => sum + site.truth(origins).size, 0);

/** It is refused while the server has not seen the end of the last one; one that waits for a worker is under way too. */
async function startRun(
  { server }: ClusterForChaos,
  project: string,
  run: number,
  giveUp: AbortSignal,
): Promise<void> {
  const path = `/api/projects/${project}/runs`;
  const hasBegun = (status: number, answer: unknown) => status === 200 && lastRunIn(answer) >= run;
  for (;;) {
    const answer = await server.ask('POST', path, {});
    const shown = await server.ask('GET', `${path}?limit=1`);
    if (answer?.status === 202 || giveUp.aborted || (shown !== null && hasBegun(shown.status, shown.body)))
      return;
    await setTimeout(100);
  }
}

const lastRunIn = (answer: unknown): number =>
  (answer as { items: readonly { number: number }[] }).items[0]?.number ?? 0;

const endOf = (run: number) => (status: number, answer: unknown) => {
  if (status !== 200) return null;
  const [last] = (answer as { items: readonly { number: number; state: string }[] }).items;
  return last === undefined || last.number < run || last.state === 'running' ? null : last.state;
};

/** Messages are sent after a run. */
async function allReported(cluster: ClusterForChaos, giveUp: AbortSignal): Promise<void> {
  while (!giveUp.aborted) {
    const waiting = await cluster
      .rows<{ count: string }>("SELECT count(*) FROM outbox WHERE state <> 'sent'")
      .catch(() => [{ count: '1' }]);
    if (waiting[0]?.count === '0') return;
    await setTimeout(200);
  }
}
