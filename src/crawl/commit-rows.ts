import type { Store } from '../database/store.ts';
import type { CrawlCommit } from './tables/crawl-commit.ts';
import type { Run } from './tables/records.ts';

/** Where the rows of a run are written. */
export interface RunRows {
  readonly store: Pick<Store, 'commit'>;
  readonly run: Pick<Run, 'id' | 'projectId'>;
}

/** Writes rows of a run in one transaction; what is not given is empty. */
export function commitRows({ store, run }: RunRows, rows: Partial<CrawlCommit>): Promise<void> {
  return store.commit({
    projectId: run.projectId,
    runId: run.id,
    visits: [],
    contents: [],
    discovered: [],
    leftOut: [],
    ...rows,
  });
}
