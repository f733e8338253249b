import { open, rm } from 'node:fs/promises';
import { TidemarkError } from '../../base/index.ts';
import { fileTypeBytes } from '../../document/index.ts';
import type { ListingSpider, ReceivedFile } from '../../fetch/index.ts';
import type { NewVisit } from '../../store/index.ts';
import { GoneFiles } from '../../track/index.ts';
import type { FileComparer } from './compare-files.ts';
import { type BatchParts, type FetchedFile, FileBatch } from './file-batch.ts';
import { typeOfFile } from './file-reader.ts';
import type { FileToVisit } from './file-to-visit.ts';
import type { ListSiteOptions } from './list-options.ts';
import { type FileToFetch, type SortedFiles, unfetchedVisit } from './sort-files.ts';
import type { TreeListing } from './tree-listing.ts';

/** A commit waits this long for company while files keep coming. */
const LONGEST_WAIT = 250;
/** So many files in a row that fail in a way that may pass mean that the server is in trouble, not the files. */
const MOST_FAILURES = 10;
/** A file of this size may take long to come. */
const LARGE = 1024 * 1024;
/** How much of a file its type is told by, when it does not say. */
const HEAD = Math.max(fileTypeBytes, 4096);

export interface VisitParts extends ListSiteOptions {
  readonly listing: TreeListing;
  readonly comparer: FileComparer;
  /** A visitor that is there already; null when the site could not be entered. */
  readonly first: ListingSpider | null;
  /** Called with visits that are committed. */
  readonly onVisits: (visits: readonly (readonly [FileToVisit, NewVisit])[]) => void;
  readonly onBytes: (bytes: number) => void;
  /** Why to stop before the next file; null to go on. */
  readonly stopped: () => string | null;
}

/** Fetches files over one connection or several, and commits what comes in batches. */
export class FileVisits {
  readonly #parts: VisitParts;
  readonly #gone: Map<string, FileToVisit>;
  readonly #goneFiles: GoneFiles;
  readonly #queue: Iterator<FileToFetch>;
  readonly #connections: number;
  #batch = new FileBatch();
  #batchBegan = 0;
  #committing: Promise<void> = Promise.resolve();
  #failures = 0;
  #stopped: string | null = null;

  constructor(parts: VisitParts, { fetch, gone }: SortedFiles) {
    this.#parts = parts;
    this.#queue = fetch[Symbol.iterator]();
    this.#connections = Math.min(parts.connections, fetch.length);
    this.#gone = new Map(gone);
    this.#goneFiles = new GoneFiles(
      [...gone.values()].flatMap(({ known: { url, good } }) =>
        good === null ? [] : [{ url, content: good.content }],
      ),
    );
  }

  /** Why it ended before everything was visited; null when it was. */
  async run(): Promise<string | null> {
    const ended = await Promise.allSettled(
      Array.from({ length: this.#connections }, (_, place) =>
        place === 0 ? this.#first() : this.#another(),
      ),
    );
    await this.#flush();
    const failure = ended.find((worker) => worker.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    if (this.#stopped === null) await this.#tellGone();
    return this.#stopped;
  }

  async #first(): Promise<void> {
    const { first, start } = this.#parts;
    if (first !== null) return this.#work(first);
    const spider = await start();
    await this.#work(spider).finally(() => spider.close());
  }

  /** One more connection, if the server lets us have it; the others do its work otherwise. */
  async #another(): Promise<void> {
    let spider: ListingSpider;
    try {
      spider = await this.#parts.start();
    } catch (error) {
      if (error instanceof TidemarkError && error.decision !== 'stop') return;
      throw error;
    }
    await this.#work(spider).finally(() => spider.close());
  }

  async #work(spider: ListingSpider): Promise<void> {
    for (let file = this.#next(); file !== null; file = this.#next()) {
      const fetched = await this.#fetch(spider, file);
      if (fetched !== null) await this.#add(fetched);
    }
  }

  /** Null when there is no more, or when it is time to stop: what is left stays in the frontier. */
  #next(): FileToFetch | null {
    if (this.#stopped !== null) return null;
    const { value, done } = this.#queue.next();
    if (done === true) return null;
    this.#stopped = this.#parts.stopped();
    return this.#stopped === null ? value : null;
  }

  /** Null when it was given up on our side: then it stays in the frontier. */
  async #fetch(spider: ListingSpider, file: FileToFetch): Promise<FetchedFile | null> {
    const { listing, receiver, capabilities, signal, turn, now, redact, onBytes } = this.#parts;
    const { url } = file.page;
    const facts = listing.files.get(url) ?? { size: null, modified: null, hash: null };
    await turn();
    // What waits would wait as long as this one takes, and a kill would lose it.
    if (facts.size === null || facts.size > LARGE) await this.#flush();
    const at = now();
    try {
      const received = await receiver.receive(spider, capabilities, { url, ...facts }, signal);
      const durationMs = now() - at;
      this.#failures = 0;
      onBytes(received.transferred);
      const content = await this.#read(file, received);
      return { file, at, durationMs, result: { received, facts, listedAt: listing.listedAt, ...content } };
    } catch (error) {
      if (signal.aborted) {
        this.#stopped = this.#parts.stopped();
        return null;
      }
      if (!(error instanceof TidemarkError) || error.decision === 'stop') throw error;
      if (error.decision === 'retry') this.#failures++;
      const message = redact(error.message);
      if (this.#failures >= MOST_FAILURES) {
        this.#stopped = `${MOST_FAILURES} files in a row failed, the last: ${message}`;
        return null;
      }
      return { file, at, durationMs: now() - at, result: { code: error.code, message } };
    }
  }

  async #read({ page, known }: FileToFetch, received: ReceivedFile) {
    const head = await headOf(received.content);
    const type = typeOfFile(page.url, head);
    const isOther =
      known.good !== null && known.good.content !== Buffer.from(received.sha256).toString('hex');
    const comparison = isOther ? await this.#parts.comparer.compare(page, received, type, head) : null;
    return { type, comparison };
  }

  /** What is on the disk is committed at once: it took long to come. */
  async #add(fetched: FetchedFile): Promise<void> {
    const { now } = this.#parts;
    if (this.#batch.isEmpty) this.#batchBegan = now();
    this.#batch.add(fetched);
    const onDisk = 'received' in fetched.result && !(fetched.result.received.content instanceof Uint8Array);
    if (onDisk || this.#batch.isFull || now() - this.#batchBegan >= LONGEST_WAIT) {
      // The one before must be on the disk: the network may be faster.
      await this.#committing;
      void this.#flush().catch(() => undefined);
    }
  }

  /** Writes what waits, after what is being written. Rejects when that failed, also for whoever asks later. */
  #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = new FileBatch();
    const write = async () => {
      if (batch.isEmpty) return;
      const { visits, parts, leftover } = batch.judge(this.#goneFiles, this.#gone);
      await this.#commit(parts);
      for (const path of leftover) await rm(path, { force: true });
      this.#parts.onVisits(visits);
    };
    this.#committing = this.#committing.then(write);
    return this.#committing;
  }

  /** Files that are gone and did not turn up under another name. */
  async #tellGone(): Promise<void> {
    const { now, onVisits } = this.#parts;
    const files = [...this.#gone.values()];
    for (let from = 0; from < files.length; from += 1000) {
      const visits = files
        .slice(from, from + 1000)
        .map((file) => [file, unfetchedVisit(file, { fate: 'gone' }, now())] as const);
      await this.#commit({ visits: visits.map(([, visit]) => visit) });
      onVisits(visits);
    }
  }

  #commit(parts: BatchParts): Promise<void> {
    const { store, run } = this.#parts;
    const nothing = { contents: [], discovered: [], leftOut: [] };
    return store.commit({ projectId: run.projectId, runId: run.id, ...nothing, ...parts });
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
