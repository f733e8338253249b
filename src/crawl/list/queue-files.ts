import { fileType } from '../../document/index.ts';
import type { FoundFile } from '../../project/index.ts';
import {
  type FileFacts,
  type Flag,
  fateOfFile,
  isStillGone,
  judgeUnfetched,
  ListingProblems,
  sampledDays,
} from '../../track/index.ts';
import { commitRows, WriteBehind } from '../commit-rows.ts';
import { type PageVisited, pageEvent } from '../engine/crawl-event.ts';
import { FrontierRoom } from '../frontier/frontier-room.ts';
import { FRONTIER_FULL } from '../frontier/left-out-counts.ts';
import { identityHash, SeenIdentities } from '../frontier/seen-identities.ts';
import { frontierLimitOf } from '../run/run-settings.ts';
import type { QueuedFile, StoredFile } from '../tables/listed-file.ts';
import type { DiscoveredPage } from '../tables/page.ts';
import type { KnownPageCounts } from '../tables/run.ts';
import type { UnchangedPages } from '../tables/visit.ts';
import { visitRate } from '../track/judgement.ts';
import type { ListContext } from './list-context.ts';
import type { ListedUrl, TreeListing } from './list-trees.ts';

const ROWS_PER_COMMIT = 1000;

/** The sizes of files that were never fetched; null stands for a size that is not listed. */
export type UnseenSizes = ReadonlySet<number | null>;

/**
 * Queues every known or listed file, and every folder that could not be listed; visits files whose listing is unchanged at once. Skips files that
 * this run has visited before an interruption, and files that are still missing. SAM, UPD, MIS and ERR add up to the files counted as due here.
 */
export class FileQueue {
  readonly #context: ListContext;
  readonly #listedAt: number;
  readonly #writes = new WriteBehind();
  /** The files that are listed. */
  readonly #seen = new SeenIdentities();
  readonly #unseen = new Set<number | null>();
  readonly #counts: Record<keyof KnownPageCounts, number> = { due: 0, notDue: 0, aliases: 0, excluded: 0 };
  readonly #room: FrontierRoom;
  /** Files of earlier runs in the frontier. They take no room from new files. */
  #queuedAgain = 0;

  private constructor(context: ListContext) {
    const mostNew = frontierLimitOf(context.definition.settings);
    this.#context = context;
    this.#listedAt = context.now();
    this.#room = new FrontierRoom({ most: () => mostNew + this.#queuedAgain });
  }

  /** Call this right before the files are listed. */
  static async open(context: ListContext): Promise<FileQueue> {
    const { store, run, progress } = context;
    const queue = new FileQueue(context);
    await store.listings.forgetQueued(run.projectId);
    progress.queued = await store.frontier.count(run.id);
    await queue.#room.counted(progress.queued);
    if (progress.queued === 0) return queue;
    for await (const files of storedFiles(context))
      queue.#queuedAgain += files.filter((file) => file.isQueued && file.lastGood !== null).length;
    return queue;
  }

  /** Takes the next files of the listing. Throws when a commit fails. */
  async add(listed: readonly ListedUrl[]): Promise<void> {
    const { store, run, now, progress } = this.#context;
    const files = listed
      .map((file) => ({ ...file, hash: identityHash(file.url) }))
      .filter(({ hash }) => this.#seen.add(hash));
    const known = new Map<string, StoredFile>();
    const hashes = files.map(({ hash }) => hash);
    for (const file of await store.listings.known(run.projectId, hashes)) known.set(file.url, file);
    const unchanged = new UnchangedFiles(now());
    const rows = new QueuedRows();
    for (const { url, facts, hash } of files) {
      const file = known.get(url);
      const isQueued =
        file === undefined
          ? this.#addNew({ url, facts }, rows)
          : this.#addKnown(file, facts, rows, unchanged);
      if (isQueued) rows.queuedFiles.push({ identityHash: hash, ...facts, listedAt: this.#listedAt });
    }
    progress.queued += rows.size + unchanged.events.length;
    await this.#writes.begin(async () => {
      await commitRows(this.#context, { ...rows, unchanged: unchanged.pages });
      progress.report(unchanged.events);
    });
  }

  /** Resolves when everything that was added is committed. */
  written(): Promise<void> {
    return this.#writes.done();
  }

  /** Queues the known files that the complete listing lacks. The last commit records that the queue is complete. */
  async end({ problems, skippedFolders }: TreeListing): Promise<UnseenSizes> {
    const { run, store, isResumed, leftOut, progress } = this.#context;
    // All files that this run has queued or visited are listed, unless only an interrupted part of it listed them.
    const exceptRun = isResumed ? {} : { exceptRun: run.id };
    for await (const files of storedFiles(this.#context, exceptRun)) {
      const revisits = files
        .filter((file) => !this.#seen.has(identityHash(file.url)) && this.#missesKnown(file, skippedFolders))
        .map(({ id }) => id);
      await this.#writes.begin(() => commitRows(this.#context, { revisits }));
    }
    const rows = new QueuedRows();
    const unread = [...problems].map(({ url }) => url);
    for (let from = 0; from < unread.length; from += ROWS_PER_COMMIT) {
      const urls = unread.slice(from, from + ROWS_PER_COMMIT);
      const known = await store.listings.known(run.projectId, urls.map(identityHash));
      const files = new Set(known.map(({ url }) => url).filter(isFile));
      for (const url of urls) if (!files.has(url)) this.#discover(url, rows);
    }
    // A resumed run lists everything again, and would count it twice.
    const counts = run.knownPages === null && { knownPages: this.#counts, leftOut: leftOut.take() };
    await this.#writes.begin(() => commitRows(this.#context, { ...rows, ...counts }));
    await this.#writes.done();
    progress.queued = await store.frontier.count(run.id);
    return this.#unseen;
  }

  /** Returns whether the file is in the queue, from now or from before, and not visited yet. */
  #addKnown(file: StoredFile, facts: FileFacts, rows: QueuedRows, unchanged: UnchangedFiles): boolean {
    const fate = this.#count(file, facts, noFolders);
    if (file.lastGood === null) this.#unseen.add(facts.size);
    if (file.runId === this.#context.run.id) return file.isQueued;
    if (fate !== 'due' || unchanged.add(file, facts)) return false;
    rows.revisits.push(file.id);
    this.#queuedAgain++;
    this.#room.added(1);
    return true;
  }

  #addNew({ url, facts }: ListedUrl, rows: QueuedRows): boolean {
    const { scope, leftOut } = this.#context;
    const { verdict, rule } = scope.judge(this.#foundFile(url, facts));
    if (verdict === 'reject') leftOut.add(rule ?? 'out of scope', url);
    else if (this.#discover(url, rows)) {
      this.#unseen.add(facts.size);
      return true;
    }
    return false;
  }

  #discover(url: string, { discovered }: QueuedRows): boolean {
    if (this.#room.isFull) {
      this.#context.leftOut.add(FRONTIER_FULL, url);
      return false;
    }
    this.#room.added(1);
    discovered.push(discoveredFile(url));
    return true;
  }

  /** Whether a file that is not listed has to be queued. */
  #missesKnown(file: StoredFile, skippedFolders: ReadonlySet<string>): boolean {
    // A folder that could not be listed is not a file: it is reported again only if it still cannot be listed.
    if (!isFile(file.url)) return false;
    const isBegun = file.runId === this.#context.run.id;
    if (!isBegun && isStillGone(file.lastFlag, false)) return false;
    return this.#count(file, null, skippedFolders) === 'due' && !isBegun;
  }

  #count(
    file: StoredFile,
    facts: FileFacts | null,
    skippedFolders: ReadonlySet<string>,
  ): keyof KnownPageCounts {
    const fate = this.#fateOf(file, facts, skippedFolders);
    if (file.lastGood !== null) this.#counts[fate]++;
    return fate;
  }

  #fateOf(
    { url, runId, lastGood, dueAt }: StoredFile,
    facts: FileFacts | null,
    skippedFolders: ReadonlySet<string>,
  ): keyof KnownPageCounts {
    const { run, scope, request } = this.#context;
    // A file that an interrupted part of the run queued was due then, whatever its visit says about the next one.
    if (runId === run.id) return 'due';
    const { verdict } = scope.judge(this.#foundFile(url, facts));
    if (verdict === 'reject' || isBelow(url, skippedFolders)) return 'excluded';
    const isLater = request.onlyDue && lastGood !== null && dueAt !== null && dueAt > this.#listedAt;
    return isLater ? 'notDue' : 'due';
  }

  #foundFile(url: string, facts: FileFacts | null): FoundFile {
    const at = facts?.modified?.at ?? null;
    return {
      url,
      size: facts?.size ?? null,
      ageInSeconds: at === null ? null : Math.max(0, (this.#listedAt - at) / 1000),
      get type() {
        return fileType(url, nothingRead);
      },
    };
  }
}

const nothingRead = new Uint8Array();
const noProblems = new ListingProblems([]);
const noFolders: ReadonlySet<string> = new Set();

/** The rows of a commit that queues files. */
class QueuedRows {
  readonly revisits: number[] = [];
  readonly discovered: DiscoveredPage[] = [];
  readonly queuedFiles: QueuedFile[] = [];

  get size(): number {
    return this.revisits.length + this.discovered.length;
  }
}

/** The files of the project, in parts. */
async function* storedFiles(
  { store, run }: ListContext,
  which: { readonly exceptRun?: number } = {},
): AsyncGenerator<readonly StoredFile[]> {
  for (let after = 0; ; ) {
    const files = await store.listings.stored(run.projectId, { after, limit: ROWS_PER_COMMIT, ...which });
    const last = files.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield files;
  }
}

const isFile = (url: string): boolean => !url.endsWith('/');

function isBelow(url: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let end = url.lastIndexOf('/'); end > 0; end = url.lastIndexOf('/', end - 1)) {
    if (folders.has(url.slice(0, end + 1))) return true;
  }
  return false;
}

/** The identity of a file is its address: it has no session ids. */
function discoveredFile(url: string): DiscoveredPage {
  const [, , host = '', ...names] = url.split('/');
  return {
    identity: url,
    identityHash: identityHash(url),
    url,
    host,
    depth: names.length + 1,
    foundOn: null,
    linkKind: 'listed',
  };
}

type Group = UnchangedPages & { readonly pageIds: number[] };

/**
 * Files of a batch whose listing is unchanged: their visits are committed at once, without a
 * stay in the frontier. Most of them were always visited together, and share the same record of changes.
 */
class UnchangedFiles {
  readonly #at: number;
  readonly #groups = new Map<string, Group>();
  readonly #events: PageVisited[] = [];

  /** `at` is the time of all their visits, in milliseconds since 1970. */
  constructor(at: number) {
    this.#at = at;
  }

  get pages(): readonly UnchangedPages[] {
    return [...this.#groups.values()];
  }

  /** Events to report when the visits are committed. */
  get events(): readonly PageVisited[] {
    return this.#events;
  }

  /** Returns whether it was added. A file that was missing or in error is not: that it is back has to be reported. */
  add(file: StoredFile, facts: FileFacts): boolean {
    const { id, url, lastGood, lastFlag, listed } = file;
    if (lastGood === null || !wasThere(lastFlag)) return false;
    const good = { facts: listed, listedAt: listed?.listedAt ?? 0 };
    if (fateOfFile({ url, good }, facts, noProblems).kind !== 'unchanged') return false;
    const group = this.#groupOf(file, lastGood.at);
    group.pageIds.push(id);
    const { type, bytes } = lastGood;
    const { flag, reason } = group;
    const visit = { status: null, outcome: 'ok', type, bytes, errorCode: null, errorMessage: null } as const;
    this.#events.push(pageEvent(file, { ...visit, flag, reason }, 0));
    return true;
  }

  #groupOf(file: StoredFile, lastAt: number): Group {
    const key = `${sampledDays(this.#at - lastAt)} ${latin1(file.samples)}`;
    const found = this.#groups.get(key);
    if (found !== undefined) return found;
    const history = { hasGoodVersion: true, lastFlag: file.lastFlag };
    const { flag, reason } = judgeUnfetched({ url: file.url, history }, { kind: 'unchanged' });
    const group = { pageIds: [], at: this.#at, flag, reason, ...visitRate(file, flag, this.#at) };
    this.#groups.set(key, group);
    return group;
  }
}

const latin1 = (bytes: Uint8Array | null): string =>
  bytes === null ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const wasThere = (flag: Flag | null): boolean => flag === 'NEW' || flag === 'SAM' || flag === 'UPD';
