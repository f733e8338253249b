import { open } from 'node:fs/promises';
import { TidemarkError } from '../../base/index.ts';
import { fileTypeBytes } from '../../document/index.ts';
import type { ReceivedFile } from '../../fetch/index.ts';
import { concurrencyOf } from '../run/run-settings.ts';
import { notRead, typeOfFile } from './compare-files.ts';
import { type FetchedFile, FileCommits } from './file-commits.ts';
import type { ListContext } from './list-context.ts';
import { type FileToFetch, filesToFetch, reportGone, type SortedFiles } from './sort-files.ts';

/** After this many temporary failures in a row, the problem is the server and not the files. */
const MOST_FAILURES = 10;
/** A log-in takes as long as a few small files. */
const FILES_PER_CONNECTION = 4;
/** How many bytes of a file are read to find its type. */
const HEAD = Math.max(fileTypeBytes, 4096);

/** Why a run pauses, and whether the site is the cause. */
export interface Stopped {
  readonly reason: string;
  readonly isTrouble: boolean;
}

/** Fetches files over one connection or several. */
export class FileVisits {
  readonly #context: ListContext;
  readonly #sorted: SortedFiles;
  readonly #queue: AsyncGenerator<FileToFetch>;
  readonly #commits: FileCommits;
  #underWay = 0;
  #failures = 0;
  #stopped: string | null = null;
  #isTrouble = false;

  constructor(context: ListContext, sorted: SortedFiles) {
    this.#context = context;
    this.#sorted = sorted;
    this.#queue = filesToFetch(context, sorted.problems);
    this.#commits = new FileCommits(context, sorted.vanished);
  }

  /** Returns why it stopped early; null when all files were visited. */
  async run(): Promise<Stopped | null> {
    const { fetches, vanished, problems } = this.#sorted;
    const needed = Math.ceil(fetches / FILES_PER_CONNECTION);
    const length = Math.min(concurrencyOf(this.#context.definition.settings, 'files'), needed);
    const ended = await Promise.allSettled(Array.from({ length }, () => this.#workUntilFailure()));
    await this.#commits.flush();
    const failure = ended.find((worker) => worker.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    if (this.#stopped === null && !vanished.isEmpty) await reportGone(this.#context, problems);
    return this.#stopped === null ? null : { reason: this.#stopped, isTrouble: this.#isTrouble };
  }

  /** An error that ends one worker stops the others too. */
  async #workUntilFailure(): Promise<void> {
    try {
      await this.#work();
    } catch (error) {
      this.#stopped ??= 'failed';
      throw error;
    }
  }

  async #work(): Promise<void> {
    // Files under way count against the limit. If they fail, a worker that is still running fetches others.
    while (this.#underWay < Math.max(1, this.#context.progress.filesLeft)) {
      this.#underWay++;
      const file = await this.#next();
      const fetched = file === null ? null : await this.#fetch(file);
      this.#underWay--;
      if (file === null) return;
      if (fetched !== null) await this.#commits.add(fetched);
    }
  }

  /** Null when there are no more files, or the run stops: the rest stays in the frontier. */
  async #next(): Promise<FileToFetch | null> {
    if (this.#stopped !== null) return null;
    const { value, done } = await this.#queue.next();
    if (done === true) return null;
    this.#stopped ??= this.#context.progress.stopReason;
    return this.#stopped === null ? value : null;
  }

  /** Null when the run was paused: the file then stays in the frontier. */
  async #fetch(file: FileToFetch): Promise<FetchedFile | null> {
    const { definition, visitors, gone, receiver, capabilities, signal, turn, now, progress } = this.#context;
    const { url } = file.page;
    const { size, modified } = file.listed;
    let at = now();
    try {
      const received = await visitors.use(async (visitor) => {
        await turn();
        at = now();
        return receiver.receive(visitor, capabilities, { url, size, modified }, signal);
      });
      const durationMs = now() - at;
      this.#failures = 0;
      progress.received(received.transferred);
      return { file, at, durationMs, result: { received, ...(await this.#read(file, received)) } };
    } catch (error) {
      if (signal.aborted) {
        this.#stopped = progress.stopReason;
        return null;
      }
      if (!(error instanceof TidemarkError) || error.decision === 'stop') throw error;
      const why = await gone.reason(error);
      if (why !== null) return this.#giveUp(why);
      if (error.decision === 'retry') this.#failures++;
      const message = definition.secrets.redactor.text(error.message);
      if (this.#failures >= MOST_FAILURES)
        return this.#giveUp(`${MOST_FAILURES} files in a row failed; the last error: ${message}`);
      return { file, at, durationMs: now() - at, result: { code: error.code, message } };
    }
  }

  /** The file stays in the frontier: the resumed run fetches it. */
  #giveUp(reason: string): null {
    this.#stopped ??= reason;
    this.#isTrouble = true;
    return null;
  }

  async #read({ page, known }: FileToFetch, received: ReceivedFile) {
    const head = await headOf(received.content);
    const type = typeOfFile(page.url, head);
    const isDifferent =
      known.good !== null && known.good.content !== Buffer.from(received.sha256).toString('hex');
    const { comparer, observer } = this.#context;
    if (isDifferent) return { type, ...(await comparer.compare(page, received, type, head)) };
    const isSearched = observer !== null && known.good === null;
    return { type, ...(isSearched ? await comparer.read(page, received, type, head) : notRead) };
  }
}

async function headOf(content: ReceivedFile['content']): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content.subarray(0, HEAD);
  const handle = await open(content.path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
