import { fileType } from '../../document/index.ts';
import type { FileScope, FoundFile } from '../../project/index.ts';
import type {
  CrawlCommit,
  DiscoveredPage,
  KnownPage,
  KnownPageCounts,
  Run,
  Store,
} from '../../store/index.ts';
import { type FileFacts, isStillGone } from '../../track/index.ts';
import type { LeftOutCounts } from '../frontier/left-out-counts.ts';
import { identityHash } from '../frontier/seen-identities.ts';
import type { TreeListing } from './tree-listing.ts';
import { WriteBehind } from './write-behind.ts';

const ROWS_PER_COMMIT = 5000;

export interface QueueParts {
  readonly store: Store;
  readonly run: Run;
  readonly listing: TreeListing;
  readonly scope: FileScope;
  readonly leftOut: LeftOutCounts;
  /** Only what is likely to have changed (B13). */
  readonly onlyDue: boolean;
}

/** The sizes of files that were never fetched; null stands for a size that is not listed. */
export type UnseenSizes = ReadonlySet<number | null>;

/**
 * Queues every file that is known or listed, and every folder that could not be listed. Files that an interrupted part of
 * the run has visited are not queued again, nor are those that were missing before and still are. SAM, UPD, MIS and ERR add up to the files counted as due here (B3).
 */
export async function queueFiles(parts: QueueParts): Promise<UnseenSizes> {
  const { store, run, listing, scope, leftOut } = parts;
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
  const knownPages: Record<keyof KnownPageCounts, number> = { due: 0, notDue: 0, aliases: 0, excluded: 0 };
  const known = new Set<string>();
  const unseen = new Set<number | null>();
  const noteUnseen = (url: string) => {
    const facts = listing.files.get(url);
    if (facts !== undefined) unseen.add(facts.size);
  };
  for (let after = 0; ; ) {
    const pages = await store.pages.known(run.projectId, { after, limit: ROWS_PER_COMMIT });
    const last = pages.at(-1);
    if (last === undefined) break;
    after = last.id;
    const revisits: number[] = [];
    for (const page of pages) {
      // A folder that could not be listed is not a file: it is reported again only if it still cannot be listed.
      if (page.url.endsWith('/')) continue;
      known.add(page.url);
      if (isStillGone(page.lastFlag, listing.files.has(page.url))) continue;
      const fate = fateOf(page, parts);
      if (fate === 'due') revisits.push(page.id);
      if (page.isGood) knownPages[fate]++;
      else noteUnseen(page.url);
    }
    await write({ revisits });
  }
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
  await writes.done();
  return unseen;
}

function fateOf(
  { url, isGood, dueAt }: KnownPage,
  { listing, scope, onlyDue }: QueueParts,
): keyof KnownPageCounts {
  const found = foundFile(url, listing.files.get(url) ?? null, listing.listedAt);
  if (scope.judge(found).verdict === 'reject' || isBelow(url, listing.skippedFolders)) return 'excluded';
  return onlyDue && isGood && dueAt !== null && dueAt > listing.listedAt ? 'notDue' : 'due';
}

function isBelow(url: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let end = url.lastIndexOf('/'); end > 0; end = url.lastIndexOf('/', end - 1)) {
    if (folders.has(url.slice(0, end + 1))) return true;
  }
  return false;
}

function foundFile(url: string, facts: FileFacts | null, now: number): FoundFile {
  const at = facts?.modified?.at ?? null;
  return {
    url,
    size: facts?.size ?? null,
    ageInSeconds: at === null ? null : Math.max(0, (now - at) / 1000),
    type: fileType(url, new Uint8Array()),
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
