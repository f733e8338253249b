import { fileType } from '../../document/index.ts';
import type { FoundFile } from '../../project/index.ts';
import {
  type FileFacts,
  type Flag,
  fateOfFile,
  isStillGone,
  judgeUnfetched,
  sampledDays,
} from '../../track/index.ts';
import { commitRows, WriteBehind } from '../commit-rows.ts';
import { type PageVisited, pageEvent } from '../engine/crawl-event.ts';
import { FrontierRoom } from '../frontier/frontier-room.ts';
import { FRONTIER_FULL, type LeftOutCounts } from '../frontier/left-out-counts.ts';
import { identityHash } from '../frontier/seen-identities.ts';
import type { CrawlCommit } from '../tables/crawl-commit.ts';
import type { StoredFile, UnchangedPages } from '../tables/listings.ts';
import type { DiscoveredPage, KnownPageCounts } from '../tables/records.ts';
import { visitRate } from '../track/judgement.ts';
import type { ListSiteOptions } from './list-options.ts';
import type { TreeListing } from './tree-listing.ts';

/** More gain nothing, and take memory. */
const ROWS_PER_COMMIT = 1000;

interface QueueParts
  extends Pick<ListSiteOptions, 'store' | 'run' | 'scope' | 'onlyDue' | 'mostWaiting' | 'now'> {
  readonly listing: TreeListing;
  readonly leftOut: LeftOutCounts;
}

/** The sizes of files that were never fetched; null stands for a size that is not listed. */
export type UnseenSizes = ReadonlySet<number | null>;

interface QueuedFiles {
  readonly unseen: UnseenSizes;
  /** The visits of files that are listed as before: they are committed, and not reported yet. */
  readonly unchanged: readonly PageVisited[];
}

/**
 * Queues every file that is known or listed, and every folder that could not be listed; visits at once what is listed as
 * before. Files that an interrupted part of the run has visited are not visited again, nor are those that were missing before
 * and still are. SAM, UPD, MIS and ERR add up to the files counted as due here (B3). New files that find no room in the frontier are left out.
 */
export async function queueFiles(parts: QueueParts): Promise<QueuedFiles> {
  const { store, run, listing, mostWaiting } = parts;
  const writes = new WriteBehind();
  const write = (rows: Partial<CrawlCommit>) => writes.begin(() => commitRows(parts, rows));
  const known = new Set<string>();
  const unseen = new Set<number | null>();
  const noteUnseen = (url: string) => {
    const facts = listing.files.get(url);
    if (facts !== undefined) unseen.add(facts.size);
  };
  const queueing = { write, known, noteUnseen };
  const { counts: knownPages, events: unchanged, queuedAgain } = await queueKnown(parts, queueing);
  await writes.done();
  const room = new FrontierRoom({ most: () => mostWaiting + queuedAgain });
  await room.counted(await store.frontier.count(run.id));
  await queueNew(parts, queueing, knownPages, room);
  await writes.done();
  return { unseen, unchanged };
}

interface Queueing {
  readonly write: (rows: Partial<CrawlCommit>) => Promise<void>;
  /** The URLs of all known files. */
  readonly known: Set<string>;
  /** Called with the URL of each file that was never fetched. */
  readonly noteUnseen: (url: string) => void;
}

async function queueKnown(parts: QueueParts, { write, known, noteUnseen }: Queueing) {
  const { store, run, listing, now } = parts;
  const counts: Record<keyof KnownPageCounts, number> = { due: 0, notDue: 0, aliases: 0, excluded: 0 };
  const events: PageVisited[] = [];
  /** Files of earlier runs that are, or were, in the frontier of this one. They take no room from new files. */
  let queuedAgain = 0;
  for (let after = 0; ; ) {
    const files = await store.listings.stored(run.projectId, { after, limit: ROWS_PER_COMMIT });
    const last = files.at(-1);
    if (last === undefined) return { counts, events, queuedAgain };
    after = last.id;
    const revisits: number[] = [];
    const unchanged = new UnchangedFiles(listing, now());
    for (const file of files) {
      const { id, url, runId, lastGood, lastFlag } = file;
      // A folder that could not be listed is not a file: it is reported again only if it still cannot be listed.
      if (url.endsWith('/')) continue;
      known.add(url);
      const isBegun = runId === run.id;
      if (!isBegun && isStillGone(lastFlag, listing.files.has(url))) continue;
      // What an interrupted part of the run queued was due then, whatever its visit says about the next one.
      const fate = isBegun ? 'due' : fateOf(file, parts);
      if (fate === 'due' && !isBegun && !unchanged.add(file)) revisits.push(id);
      if (isBegun && lastGood !== null) queuedAgain++;
      if (lastGood === null) noteUnseen(url);
      else counts[fate]++;
    }
    queuedAgain += revisits.length;
    for (const event of unchanged.events) events.push(event);
    await write({ revisits, unchanged: unchanged.pages });
  }
}

/** Queues what is not known yet. The last commit says that the queue is complete. */
async function queueNew(
  { run, listing, scope, leftOut }: QueueParts,
  { write, known, noteUnseen }: Queueing,
  knownPages: KnownPageCounts,
  room: FrontierRoom,
): Promise<void> {
  let discovered: DiscoveredPage[] = [];
  const discover = async (url: string) => {
    if (room.isFull) {
      leftOut.add(FRONTIER_FULL, url);
      return;
    }
    room.added(1);
    discovered.push(discoveredFile(url));
    noteUnseen(url);
    if (discovered.length < ROWS_PER_COMMIT) return;
    await write({ discovered });
    discovered = [];
  };
  for (const [url, facts] of listing.files) {
    if (known.has(url)) continue;
    const { verdict, rule } = scope.judge(foundFile(url, facts, listing.listedAt));
    if (verdict === 'accept') await discover(url);
    else leftOut.add(rule ?? 'out of scope', url);
  }
  for (const { url } of listing.problems) if (!known.has(url)) await discover(url);
  // A resumed run lists everything again, and would count it twice.
  await write({ discovered, ...(run.knownPages === null && { knownPages, leftOut: leftOut.take() }) });
}

function fateOf(
  { url, lastGood, dueAt }: StoredFile,
  { listing, scope, onlyDue }: QueueParts,
): keyof KnownPageCounts {
  const found = foundFile(url, listing.files.get(url) ?? null, listing.listedAt);
  if (scope.judge(found).verdict === 'reject' || isBelow(url, listing.skippedFolders)) return 'excluded';
  return onlyDue && lastGood !== null && dueAt !== null && dueAt > listing.listedAt ? 'notDue' : 'due';
}

function isBelow(url: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let end = url.lastIndexOf('/'); end > 0; end = url.lastIndexOf('/', end - 1)) {
    if (folders.has(url.slice(0, end + 1))) return true;
  }
  return false;
}

const nothingRead = new Uint8Array();

function foundFile(url: string, facts: FileFacts | null, now: number): FoundFile {
  const at = facts?.modified?.at ?? null;
  return {
    url,
    size: facts?.size ?? null,
    ageInSeconds: at === null ? null : Math.max(0, (now - at) / 1000),
    get type() {
      return fileType(url, nothingRead);
    },
  };
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
 * Files of a batch that are listed as before: nothing happened to them, so their visits are committed at once, without a
 * stay in the frontier. Most of them were visited together at all times before, and share what is known about their changes.
 */
class UnchangedFiles {
  readonly #listing: TreeListing;
  readonly #at: number;
  readonly #groups = new Map<string, Group>();
  readonly #events: PageVisited[] = [];

  /** `at` is the moment of all their visits, in milliseconds since 1970. */
  constructor(listing: TreeListing, at: number) {
    this.#listing = listing;
    this.#at = at;
  }

  get pages(): readonly UnchangedPages[] {
    return [...this.#groups.values()];
  }

  /** To be reported when they are committed. */
  get events(): readonly PageVisited[] {
    return this.#events;
  }

  /** Returns whether it was added. A file that was missing or in error is not: that it is back has to be told. */
  add(file: StoredFile): boolean {
    const { files, problems } = this.#listing;
    const { id, url, lastGood, lastFlag, listed } = file;
    if (lastGood === null || !wasThere(lastFlag)) return false;
    const good = { facts: listed, listedAt: listed?.listedAt ?? 0 };
    if (fateOfFile({ url, good }, files.get(url) ?? null, problems).kind !== 'unchanged') return false;
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
