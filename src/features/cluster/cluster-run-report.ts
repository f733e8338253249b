import { type Decision, messageOf, TidemarkError } from '../../base/index.ts';
import type { CrawlProgress } from '../../crawl/engine/crawl-progress.ts';
import { MOST_DEATHS } from '../../crawl/run/given-up-run.ts';
import type { RunContext } from '../../crawl/run/run-context.ts';
import type { RunEnding, RunHandle, RunRequest } from '../../crawl/run/run-request.ts';
import { noProgress } from '../../crawl/run/run-totals.ts';
import { ClusterError } from './errors.ts';
import type { RunJobs } from './run-jobs.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

/** What a worker reports about its run. */
export type ClusterRunReport = Pick<RunHandle, 'resumed' | 'hasDetectors' | 'hasChannels'> & {
  readonly progress: CrawlProgress;
};

/** How a run ended at a worker. */
export type ReportedEnding =
  | { readonly kind: 'ended'; readonly ending: RunEnding }
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly decision: Decision;
      readonly message: string;
    };

export function reportOf({ resumed, hasDetectors, hasChannels, progress }: RunHandle): ClusterRunReport {
  return { resumed, hasDetectors, hasChannels, progress: progress() };
}

/** Of a run before its host jobs begin. */
export function unbegunReport({ definition, isResumed }: RunContext): ClusterRunReport {
  return {
    resumed: isResumed,
    hasDetectors: definition.detectors.length > 0,
    hasChannels: definition.notify.length > 0,
    progress: noProgress,
  };
}

export function failureOf(error: unknown): ReportedEnding {
  if (error instanceof TidemarkError)
    return { kind: 'failed', code: error.code, decision: error.decision, message: error.message };
  return { kind: 'failed', code: 'CLUSTER_WORKER_FAILED', decision: 'stop', message: messageOf(error) };
}

/** The ending of a run that was withdrawn before a worker began it. */
export const withdrawnEnding = (project: string, reason: string): ReportedEnding =>
  failureOf(new ClusterError('CLUSTER_RUN_WITHDRAWN', `The run of "${project}" did not begin: ${reason}.`));

export const readReport = (text: string): ClusterRunReport => JSON.parse(text) as ClusterRunReport;
export const readEnding = (text: string): ReportedEnding => JSON.parse(text) as ReportedEnding;
export const readRequest = (text: string): RunRequest => JSON.parse(text) as RunRequest;

/** Why a run, or one of its hosts, rests after its workers were lost again and again. */
export const restReason = `its workers ended or got stuck ${MOST_DEATHS} times in a row without storing a page (CLUSTER_RUN_GIVEN_UP): see what they printed. Visit less of the site at once, then resume it.`;

/** Ends runs that have a job that was given up. The other hosts of a distributed run are visited first. */
export async function endGivenUp({ queues, runs, hostJobs }: ClusterStore, jobs: RunJobs): Promise<void> {
  for (const { jobId, clusterRunId, project, hostJob } of await queues.givenUp()) {
    const why = 'was given up: its workers ended again and again. See what they printed.';
    if (hostJob === null) {
      const message = `The run of "${project}" ${why}`;
      const failed = failureOf(new ClusterError('CLUSTER_RUN_GIVEN_UP', message));
      await runs.end(clusterRunId, JSON.stringify(failed));
    } else {
      const reason = `${hostJob.host} ${why}`;
      await hostJobs.pauseGivenUp({ clusterRunId, ...hostJob }, { jobId, reason }, jobs.sendFinish);
    }
  }
}
