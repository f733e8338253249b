import type { Store } from '../database/store.ts';
import type { CrawlCommit } from './tables/crawl-commit.ts';
import type { Run } from './tables/run.ts';

/** Writes rows of a run in one transaction; rows that are not given are empty. */
export function commitRows(
  { store, run }: { readonly store: Pick<Store, 'commit'>; readonly run: Pick<Run, 'id' | 'projectId'> },
  rows: Partial<CrawlCommit>,
): Promise<void> {
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

/** Writes one batch after the other, while the next one is prepared. */
export class WriteBehind {
  #last: Promise<void> = Promise.resolve();

  /** Starts a write after all earlier ones. Resolves when those are done, so that at most one is pending; throws when one failed. */
  begin(write: () => Promise<void>): Promise<void> {
    const before = this.#last;
    this.#last = before.then(write);
    // The next `begin` or `done` throws the error; until then it must not be an unhandled rejection.
    this.#last.catch(() => undefined);
    return before;
  }

  /** Throws when a write failed. */
  done(): Promise<void> {
    return this.#last;
  }
}
