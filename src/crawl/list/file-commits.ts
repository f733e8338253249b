import { rm } from 'node:fs/promises';
import type { ReceivedFile } from '../../fetch/index.ts';
import { judgeFetched } from '../../track/index.ts';
import { commitRows, WriteBehind } from '../commit-rows.ts';
import type { CrawlCommit } from '../tables/crawl-commit.ts';
import type { NewVisit } from '../tables/visit.ts';
import { type JudgedVisit, rowsOfVisits } from '../visit-observer.ts';
import type { ReadFile } from './compare-files.ts';
import { fileVisit, hex, unfetchedVisit, type VisitFailure } from './file-visit.ts';
import type { ListContext } from './list-context.ts';
import type { FileToFetch, VanishedFiles } from './sort-files.ts';

/** How long a batch waits for more files, in milliseconds. Files that are not committed are fetched again after a kill. */
const LONGEST_WAIT = 50;
/** The most files per fsync. 16 take a fifth more time; more save nothing, and are fetched again after a kill. */
const MOST_FILES = 32;
const MOST_BYTES = 16 * 1024 * 1024;

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
}

/** Judges and commits fetched files, batch by batch. */
export class FileCommits {
  readonly #context: ListContext;
  readonly #vanished: VanishedFiles;
  readonly #writes = new WriteBehind();
  #batch: FetchedFile[] = [];
  #bytes = 0;
  /** Resolves when the batch before the last one is written. */
  #room: Promise<void> = Promise.resolve();
  #waiting: NodeJS.Timeout | undefined;

  constructor(context: ListContext, vanished: VanishedFiles) {
    this.#context = context;
    this.#vanished = vanished;
  }

  /** Resolves when there is room for more: the network may be faster than the disk. Throws when a commit fails. */
  async add(fetched: FetchedFile): Promise<void> {
    this.#batch.push(fetched);
    if ('received' in fetched.result) this.#bytes += fetched.result.received.size;
    if (this.#batch.length >= MOST_FILES || this.#bytes >= MOST_BYTES) this.#begin();
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
    this.#batch = [];
    this.#bytes = 0;
    if (batch.length > 0) this.#room = this.#writes.begin(() => this.#write(batch));
  }

  async #write(batch: readonly FetchedFile[]): Promise<void> {
    const { observer, progress } = this.#context;
    const judged = await this.#judge(batch);
    const visits = judged.map(({ visit }) => visit);
    const { unchanged, ...rows } = contentRows(batch, visits);
    // Before the commit, which detaches the bodies.
    const findings = await rowsOfVisits(observer, judged);
    await commitRows(this.#context, { visits, ...rows, ...findings });
    for (const path of unchanged) await rm(path, { force: true });
    progress.visited(judged);
  }

  /**
   * Judges the batch as a whole: a file that had no content before may be a missing file under a new name. The visits of
   * both are in one commit, so that after a kill neither is reported alone.
   */
  async #judge(batch: readonly FetchedFile[]): Promise<readonly JudgedVisit[]> {
    const appeared = batch.flatMap(({ file: { known }, result }) =>
      'received' in result && known.good === null
        ? [{ url: known.url, content: hex(result.received.sha256) }]
        : [],
    );
    const renamed = await this.#vanished.pair(appeared);
    const judged = batch.map((fetched): JudgedVisit => {
      const { page } = fetched.file;
      const visit = visitOf(fetched, renamed.get(page.url)?.known.url ?? null);
      const { version = null, news = null } = 'received' in fetched.result ? fetched.result : {};
      return { page, visit, version, news, seen: null };
    });
    const at = Math.max(...batch.map((fetched) => fetched.at));
    return [...judged, ...[...renamed].map(([url, old]) => unfetchedVisit(old, { kind: 'gone' }, at, url))];
  }
}

/** Content is stored when it is a new version; listing facts are stored whenever the file was received completely. */
function contentRows(batch: readonly FetchedFile[], visits: readonly NewVisit[]) {
  const versions = new Set(visits.flatMap(({ bringsVersion, pageId }) => (bringsVersion ? [pageId] : [])));
  const bodies: NonNullable<CrawlCommit['bodies']>[number][] = [];
  const files: NonNullable<CrawlCommit['files']>[number][] = [];
  const listed: NonNullable<CrawlCommit['listed']>[number][] = [];
  const reported: NonNullable<CrawlCommit['reported']>[number][] = [];
  /** Files on disk that are not stored. */
  const unchanged: string[] = [];
  for (const { file, result } of batch) {
    if (!('received' in result)) continue;
    const pageId = file.page.id;
    const { type, news } = result;
    const { content, sha256, size: bytes } = result.received;
    listed.push(file.listed);
    const isVersion = versions.has(pageId);
    if (isVersion && news !== null) reported.push({ pageId, reported: news.reported });
    if (content instanceof Uint8Array) {
      if (isVersion) bodies.push({ pageId, body: content, type });
    } else if (isVersion) files.push({ path: content.path, sha256, bytes, type });
    else unchanged.push(content.path);
  }
  return { bodies, files, listed, reported, unchanged };
}

function visitOf({ file, at, durationMs, result }: FetchedFile, renamedFrom: string | null): NewVisit {
  const { page, known } = file;
  if (!('received' in result))
    return fileVisit(page, judgeFetched(known, file, result), { at, durationMs, failure: result });
  const { type, comparison } = result;
  const { sha256, size: bytes } = result.received;
  const outcome = { content: hex(sha256), size: bytes, ...(comparison !== null && { comparison }) };
  const decision = judgeFetched(known, file, outcome, renamedFrom);
  // An unchanged file keeps its version, even when bytes that do not count differ.
  const isVersion = decision.flag === 'NEW' || decision.flag === 'UPD';
  return fileVisit(page, decision, {
    at,
    durationMs,
    ...(isVersion && { content: { sha256, bytes, type } }),
  });
}
