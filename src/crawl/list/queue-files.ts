import type { Store } from '../../database/store.ts';
import { fileType } from '../../document/index.ts';
import type { FileScope, FoundFile } from '../../project/index.ts';
import { type FileFacts, isStillGone } from '../../track/index.ts';
import type { PageVisited } from '../engine/crawl-event.ts';
import type { LeftOutCounts } from '../frontier/left-out-counts.ts';
import { identityHash } from '../frontier/seen-identities.ts';
import type { CrawlCommit } from '../tables/crawl-commit.ts';
import type { StoredFile } from '../tables/listings.ts';
import type { DiscoveredPage, KnownPageCounts, Run } from '../tables/records.ts';
import type { TreeListing } from './tree-listing.ts';
import { UnchangedFiles } from './unchanged-files.ts';
import { WriteBehind } from './write-behind.ts';

/** More gain nothing, and take memory. */
const ROWS_PER_COMMIT = 1000;

interface QueueParts {
  readonly store: Store;
  readonly run: Run;
  readonly listing: TreeListing;
  readonly scope: FileScope;
  readonly leftOut: LeftOutCounts;
  /** Only what is likely to have changed (B13). */
  readonly onlyDue: boolean;
  readonly now: () => number;
}

/** The sizes of files that were never fetched; null stands for a size that is not listed. */
export type UnseenSizes = ReadonlySet<number | null>;

interface QueuedFiles {
  readonly unseen: UnseenSizes;
  /** The visits of files that are listed as before: they are committed, and nobody was told yet. */
  readonly unchanged: readonly PageVisited[];
}

/**
 * Queues every file that is known or listed, and every folder that could not be listed; visits at once what is listed as
 * before. Files that an interrupted part of the run has visited are not visited again, nor are those that were missing before
 * and still are. SAM, UPD, MIS and ERR add up to the files counted as due here (B3).
 */
export async function queueFiles(parts: QueueParts): Promise<QueuedFiles> {
  const { store, run, listing } = parts;
  const writes = new WriteBehind();
  const write = (rows: Partial<CrawlCommit>) =>
    writes.begin(() =>
      store.commit({
        projectId: run.projectId,
        runId: run.id,
        visits: [],
        contents: [],
        discovered: [],
        leftOut: [],
        ...rows,
      }),
    );
  const known = new Set<string>();
  const unseen = new Set<number | null>();
  const noteUnseen = (url: string) => {
    const facts = listing.files.get(url);
    if (facts !== undefined) unseen.add(facts.size);
  };
  const { counts: knownPages, events: unchanged } = await queueKnown(parts, { write, known, noteUnseen });
  await queueNew(parts, { write, known, noteUnseen }, knownPages);
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
  for (let after = 0; ; ) {
    const files = await store.listings.stored(run.projectId, { after, limit: ROWS_PER_COMMIT });
    const last = files.at(-1);
    if (last === undefined) return { counts, events };
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
      if (lastGood === null) noteUnseen(url);
      else counts[fate]++;
    }
    for (const event of unchanged.events) events.push(event);
    await write({ revisits, unchanged: unchanged.pages });
  }
}

/** Queues what is not known yet. The last commit says that the queue is complete. */
async function queueNew(
  { run, listing, scope, leftOut }: QueueParts,
  { write, known, noteUnseen }: Queueing,
  knownPages: KnownPageCounts,
): Promise<void> {
  let discovered: DiscoveredPage[] = [];
  const discover = async (url: string) => {
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
