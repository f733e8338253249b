import type { WorkInThread } from '../feature.ts';
import { thisNode } from './node-facts.ts';
import { RunJobs } from './run-jobs.ts';
import { RunWorker } from './run-worker.ts';
import { openCluster } from './start-worker.ts';

/** In a thread of the server: works on runs whose workers are gone. */
export async function takeHandedRuns(work: WorkInThread): Promise<null> {
  const { store: _, ...dependencies } = work.context;
  const { config } = dependencies;
  const { most } = work.given as { readonly most: number };
  const trouble = (message: string) => work.tell({ trouble: message });
  const cluster = await openCluster(config);
  try {
    const jobs = await RunJobs.open(config.databaseUrl, ({ message }) => trouble(message));
    try {
      const worker = new RunWorker({
        ...{ cluster, jobs, node: thisNode('server'), most, dependencies },
        mayTake: () => work.mayTake(),
        onEvent: (event) => {
          if (event.event === 'trouble') trouble(event.message);
        },
      });
      work.onStop(() => worker.stop());
      if (work.signal.aborted) worker.stop();
      await worker.work();
      return null;
    } finally {
      await jobs.close();
    }
  } finally {
    await cluster.close();
  }
}
