import { fileType } from '../../document/index.ts';
import type { FileScope, FoundFile } from '../../project/index.ts';
import type { DiscoveredPage, KnownPage, Run, RunPlan, Store } from '../../store/index.ts';
import type { FileFacts } from '../../track/index.ts';
import { identityHash } from '../identity-hash.ts';
import type { LeftOutCounts } from '../left-out-counts.ts';
import type { TreeListing } from './tree-listing.ts';

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

/**
 * Queues every file that is known, listed, or could not be told. The frontier is what is left of a run: what an interrupted
 * part of it has visited is not queued again. SAM, UPD, MIS and ERR will add up to what is due here (B3).
 */
export async function queueFiles(parts: QueueParts): Promise<void> {
  const { store, run, listing, scope, leftOut } = parts;
  const place = { projectId: run.projectId, runId: run.id };
  const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
  const plan: Record<keyof RunPlan, number> = { due: 0, notDue: 0, aliases: 0, excluded: 0 };
  const known = new Set<string>();
  for (let after = 0; ; ) {
    const pages = await store.pages.known(run.projectId, { after, limit: ROWS_PER_COMMIT });
    const last = pages.at(-1);
    if (last === undefined) break;
    after = last.id;
    const revisits: number[] = [];
    for (const page of pages) {
      // A folder that could not be listed once is no file: it is told again when it still cannot.
      if (page.url.endsWith('/')) continue;
      known.add(page.url);
      const fate = fateOf(page, parts);
      if (fate === 'due') revisits.push(page.id);
      if (page.isGood) plan[fate]++;
    }
    await store.commit({ ...place, ...nothing, revisits });
  }
  if (run.plan === null) await store.commit({ ...place, ...nothing, plan });

  let discovered: DiscoveredPage[] = [];
  const discover = async (url: string) => {
    discovered.push(discoveredFile(url));
    if (discovered.length < ROWS_PER_COMMIT) return;
    await store.commit({ ...place, ...nothing, discovered });
    discovered = [];
  };
  for (const [url, facts] of listing.files) {
    if (known.has(url)) continue;
    const { verdict, rule } = scope.judge(foundFile(url, facts, listing.listedAt));
    if (verdict === 'accept') await discover(url);
    else leftOut.add(rule ?? 'out of scope', url);
  }
  for (const { url } of listing.problems) if (!known.has(url)) await discover(url);
  await store.commit({ ...place, ...nothing, discovered, leftOut: leftOut.take() });
}

function fateOf({ url, isGood, dueAt }: KnownPage, { listing, scope, onlyDue }: QueueParts): keyof RunPlan {
  const found = foundFile(url, listing.files.get(url) ?? null, listing.listedAt);
  if (scope.judge(found).verdict === 'reject' || isBelow(url, listing.notEntered)) return 'excluded';
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

/** The name of a file is its address as it stands: nothing in it changes from session to session. */
function discoveredFile(url: string): DiscoveredPage {
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  return {
    identity: url,
    identityHash: identityHash(url),
    url,
    host,
    depth: pathname.split('/').length,
    foundOn: null,
    linkKind: 'listed',
  };
}
