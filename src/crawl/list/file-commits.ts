import { rm } from 'node:fs/promises';
import type { ReceivedFile } from '../../fetch/index.ts';
import { type FileFacts, judgeFetched, type NamedContent } from '../../track/index.ts';
import { commitRows, WriteBehind } from '../commit-rows.ts';
import type { CrawlCommit } from '../tables/crawl-commit.ts';
import type { ListedFile } from '../tables/listings.ts';
import type { NewVisit, ReportedVisit } from '../tables/records.ts';
import { type JudgedVisit, rowsOfVisits } from '../visit-observer.ts';
import type { ReadFile } from './compare-files.ts';
import {
  type BroughtContent,
  type FileToVisit,
  fileVisit,
  judgedUnread,
  type VisitFailure,
} from './file-visit.ts';
import { type FileToFetch, type SortParts, unfetchedVisit, type VanishedFiles } from './sort-files.ts';

/** How long a batch waits for more files, in milliseconds: what is not committed is fetched again after a kill. */
const LONGEST_WAIT = 50;

type FileCommitOptions = Pick<SortParts, 'store' | 'run' | 'observer' | 'onVisits'>;

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

/** The result of fetching a file. */
export interface FetchedFile {
  readonly file: FileToFetch;
  readonly at: number;
  readonly durationMs: number;
  readonly result: ReceivedContent | VisitFailure;
}

interface ReceivedContent extends ReadFile {
  readonly received: ReceivedFile;
  readonly type: string;
  /** As it was listed. */
  readonly facts: FileFacts;
  readonly listedAt: number;
}

/** The most files per fsync. 16 cost a fifth more time; more gain nothing, and are fetched again after a kill. */
const MOST_FILES = 32;
const MOST_BYTES = 16 * 1024 * 1024;

/** The parts of a commit of files. */
type BatchParts = Pick<CrawlCommit, 'visits' | 'reported' | 'bodies' | 'files' | 'listed'>;

/** Files that were fetched and are not committed yet. */
class FileBatch {
  readonly #fetched: FetchedFile[] = [];
  #bytes = 0;

  add(fetched: FetchedFile): void {
    this.#fetched.push(fetched);
    if ('received' in fetched.result) this.#bytes += fetched.result.received.size;
  }

  get isEmpty(): boolean {
    return this.#fetched.length === 0;
  }

  get isFull(): boolean {
    return this.#fetched.length >= MOST_FILES || this.#bytes >= MOST_BYTES;
  }

  /** Files that had no content before: each may be a missing file under a new name. */
  get appeared(): readonly NamedContent[] {
    return this.#fetched.flatMap(({ file: { known }, result }) =>
      'received' in result && known.good === null
        ? [{ url: known.url, content: hex(result.received.sha256) }]
        : [],
    );
  }

  /**
   * Judges the batch as a whole. `renamed` gives the old file for each new URL: the visits of both are in one commit, so
   * that after a kill neither is reported alone.
   */
  judge(renamed: ReadonlyMap<string, FileToVisit>): JudgedBatch {
    const judged = this.#fetched.map((fetched): JudgedVisit => {
      const { file, result } = fetched;
      const visit = visitOf(fetched, renamed.get(file.known.url)?.known.url ?? null);
      const { version = null, news = null } = 'received' in result ? result : {};
      return { page: file.page, visit, version, news, seen: null };
    });
    for (const [url, old] of renamed)
      judged.push(judgedUnread(old, unfetchedVisit(old, { kind: 'gone' }, at(this.#fetched), url)));
    return { judged, ...this.#contents(judged) };
  }

  /** Content is kept when it is a new version; the listed facts, whenever the file was received completely. */
  #contents(judged: readonly JudgedVisit[]): Omit<JudgedBatch, 'judged'> {
    const visits = judged.map(({ visit }) => visit);
    const versions = new Set(visits.flatMap((visit) => (visit.bringsVersion ? [visit.pageId] : [])));
    const bodies: NonNullable<CrawlCommit['bodies']>[number][] = [];
    const files: NonNullable<CrawlCommit['files']>[number][] = [];
    const listed: ListedFile[] = [];
    const reported: ReportedVisit[] = [];
    const leftover: string[] = [];
    for (const { file, result } of this.#fetched) {
      if (!('received' in result)) continue;
      const pageId = file.page.id;
      const { received, type, facts, listedAt } = result;
      const { content, sha256, size: bytes } = received;
      listed.push({ pageId, ...facts, listedAt });
      const isVersion = versions.has(pageId);
      if (isVersion && result.news !== null) reported.push({ pageId, reported: result.news.reported });
      if (content instanceof Uint8Array) {
        if (isVersion) bodies.push({ pageId, body: content, type });
      } else if (isVersion) files.push({ path: content.path, sha256, bytes, type });
      else leftover.push(content.path);
    }
    return { parts: { visits, reported, bodies, files, listed }, leftover };
  }
}

interface JudgedBatch {
  readonly judged: readonly JudgedVisit[];
  readonly parts: BatchParts;
  /** Files on disk that are not kept, because they are unchanged. */
  readonly leftover: readonly string[];
}

function visitOf({ file, at, durationMs, result }: FetchedFile, renamedFrom: string | null): NewVisit {
  const { page, known } = file;
  if (!('received' in result)) {
    return fileVisit(page, judgeFetched(known, file, result), { at, durationMs, failure: result });
  }
  const { received, type, comparison } = result;
  const outcome = {
    content: hex(received.sha256),
    size: received.size,
    ...(comparison !== null && { comparison }),
  };
  const decision = judgeFetched(known, file, outcome, renamedFrom);
  const content: BroughtContent = { sha256: received.sha256, bytes: received.size, type };
  // An unchanged file keeps its version, even when bytes differ that do not count.
  const isVersion = decision.flag === 'NEW' || decision.flag === 'UPD';
  return fileVisit(page, decision, { at, durationMs, ...(isVersion && { content }) });
}

function at(fetched: readonly FetchedFile[]): number {
  return Math.max(...fetched.map((each) => each.at));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
