import type { ReportedEnding } from './handed-run-report.ts';
import type { RunJobs } from './run-jobs.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

/** Ends runs of which a job was given up. The other hosts of a distributed run are visited first. */
export async function endGivenUp(cluster: ClusterStore, jobs: RunJobs): Promise<void> {
  for (const { jobId, handedId, project, hostJob } of await cluster.queues.givenUp()) {
    const why = 'was given up: its workers ended again and again. See what they printed.';
    if (hostJob === null) {
      const message = `The run of "${project}" ${why}`;
      const failed: ReportedEnding = {
        kind: 'failed',
        code: 'CLUSTER_RUN_GIVEN_UP',
        decision: 'stop',
        message,
      };
      await cluster.handed.end(handedId, JSON.stringify(failed));
    } else {
      const given = { jobId, reason: `${hostJob.host} ${why}` };
      await cluster.hostJobs.pauseGivenUp({ handedId, ...hostJob }, given, jobs.sendFinish);
    }
  }
}
