import { rm } from 'node:fs/promises';
import type { Store } from '../../database/store.ts';
import { commitRows } from '../commit-rows.ts';
import type { Run } from '../tables/records.ts';
import { type JudgedVisit, rowsOfVisits, type VisitObserver } from '../visit-observer.ts';
import { type FetchedFile, FileBatch } from './file-batch.ts';
import type { VanishedFiles } from './vanished-files.ts';
import { WriteBehind } from './write-behind.ts';

/** How long a batch waits for more files, in milliseconds: what is not committed is fetched again after a kill. */
const LONGEST_WAIT = 50;

interface FileCommitOptions {
  readonly store: Store;
  readonly run: Run;
  /** Null when the project looks for nothing and tells nobody. */
  readonly observer: VisitObserver | null;
  /** Called with visits once they are committed. */
  readonly onVisits: (visits: readonly JudgedVisit[]) => void;
}

/** Judges and commits fetched files, batch by batch. */
export class FileCommits {
  readonly #parts: FileCommitOptions;
  readonly #vanished: VanishedFiles;
  readonly #writes = new WriteBehind();
  #batch = new FileBatch();
  /** Resolves when the batch before the last one is written. */
  #room: Promise<void> = Promise.resolve();
  #waiting: NodeJS.Timeout | undefined;

  constructor(parts: FileCommitOptions, vanished: VanishedFiles) {
    this.#parts = parts;
    this.#vanished = vanished;
  }

  /** Returns when there is room for more: the network may be faster than the disk. Throws when a commit fails. */
  async add(fetched: FetchedFile): Promise<void> {
    this.#batch.add(fetched);
    if (this.#batch.isFull) this.#begin();
    else this.#waiting ??= setTimeout(() => this.#begin(), LONGEST_WAIT);
    await this.#room;
  }

  /** Commits the last batch. Throws when this or an earlier commit fails. */
  async flush(): Promise<void> {
    this.#begin();
    await this.#writes.done();
  }

  #begin(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    const batch = this.#batch;
    this.#batch = new FileBatch();
    this.#room = this.#writes.begin(() => this.#write(batch));
  }

  async #write(batch: FileBatch): Promise<void> {
    if (batch.isEmpty) return;
    const { observer, onVisits } = this.#parts;
    const { judged, parts, leftover } = batch.judge(await this.#vanished.pair(batch.appeared));
    // Before the commit, which takes the bodies away.
    const findings = await rowsOfVisits(observer, judged);
    await commitRows(this.#parts, { ...parts, ...findings });
    for (const path of leftover) await rm(path, { force: true });
    onVisits(judged);
  }
}
