import { rm } from 'node:fs/promises';
import type { NewVisit, Run, Store } from '../../store/index.ts';
import { GoneFiles } from '../../track/index.ts';
import { type BatchParts, type FetchedFile, FileBatch } from './file-batch.ts';
import type { FileToVisit } from './file-to-visit.ts';
import { unfetchedVisit } from './sort-files.ts';
import { WriteBehind } from './write-behind.ts';

/** A batch waits this many milliseconds for company: what is not committed is fetched again after a kill. */
const LONGEST_WAIT = 250;
const GONE_PER_COMMIT = 1000;

export interface CommitParts {
  readonly store: Store;
  readonly run: Run;
  readonly now: () => number;
  /** Called with visits that are committed. */
  readonly onVisits: (visits: readonly (readonly [FileToVisit, NewVisit])[]) => void;
}

/** Judges and commits what was fetched, batch by batch, and at the end what is gone. */
export class FileCommits {
  readonly #parts: CommitParts;
  readonly #gone: Map<string, FileToVisit>;
  readonly #goneFiles: GoneFiles;
  readonly #writes = new WriteBehind();
  #batch = new FileBatch();
  #waiting: NodeJS.Timeout | undefined;

  /** Each of the files that are gone may turn up under another name among those that are fetched. */
  constructor(parts: CommitParts, gone: ReadonlyMap<string, FileToVisit>) {
    this.#parts = parts;
    this.#gone = new Map(gone);
    this.#goneFiles = new GoneFiles(
      [...gone.values()].flatMap(({ known: { url, good } }) =>
        good === null ? [] : [{ url, content: good.content }],
      ),
    );
  }

  /** Returns when there is room for more: the network may be faster than the disk. Throws when a commit failed. */
  async add(fetched: FetchedFile): Promise<void> {
    this.#batch.add(fetched);
    if (this.#batch.isFull) await this.#begin();
    else this.#waiting ??= setTimeout(() => void this.#begin().catch(() => undefined), LONGEST_WAIT);
  }

  /** Commits what waits. Throws when this or an earlier commit failed. */
  async flush(): Promise<void> {
    await this.#begin();
    await this.#writes.done();
  }

  /** Tells files that are gone and did not turn up under another name. */
  async tellGone(): Promise<void> {
    const { now, onVisits } = this.#parts;
    const files = [...this.#gone.values()];
    for (let from = 0; from < files.length; from += GONE_PER_COMMIT) {
      const visits = files
        .slice(from, from + GONE_PER_COMMIT)
        .map((file) => [file, unfetchedVisit(file, { fate: 'gone' }, now())] as const);
      await this.#commit({ visits: visits.map(([, visit]) => visit) });
      onVisits(visits);
    }
  }

  #begin(): Promise<void> {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    const batch = this.#batch;
    this.#batch = new FileBatch();
    return this.#writes.begin(() => this.#write(batch));
  }

  async #write(batch: FileBatch): Promise<void> {
    if (batch.isEmpty) return;
    const { visits, parts, leftover } = batch.judge(this.#goneFiles, this.#gone);
    await this.#commit(parts);
    for (const path of leftover) await rm(path, { force: true });
    this.#parts.onVisits(visits);
  }

  #commit(parts: BatchParts): Promise<void> {
    const { store, run } = this.#parts;
    const nothing = { contents: [], discovered: [], leftOut: [] };
    return store.commit({ projectId: run.projectId, runId: run.id, ...nothing, ...parts });
  }
}
