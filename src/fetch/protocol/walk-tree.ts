import { hash } from 'node:crypto';
import { FetchError } from '../errors.ts';
import { type RetryPolicy, retry, usualRetries } from '../transfer/retry.ts';
import type { ListedEntry, Listing, ListingSpider } from './protocol.ts';
import { entryUrl, folderUrl } from './url-names.ts';

/** What a walk reports, in this order for each folder: its files, its problems, then the folder itself. */
type TreeItem =
  | { readonly item: 'file'; readonly url: string; readonly entry: ListedEntry }
  /** Listed to its end: a known file of this folder that was not reported before is gone. */
  | { readonly item: 'folder'; readonly url: string }
  /** Nothing is known about what is at or below `url`. The walk goes on with the other folders. */
  | { readonly item: 'problem'; readonly url: string; readonly error: FetchError };

interface WalkOptions {
  /** How many folders below the root. Default 100. */
  readonly maxDepth?: number;
  /** Whether to enter a folder; the others are not reported. Default: all. */
  readonly enters?: (url: string) => boolean;
  /** For listings that fail. Default: the usual ones. */
  readonly retries?: RetryPolicy;
  /** Ends the wait between two tries. */
  readonly signal?: AbortSignal;
  /** How many folders are listed at once, while enough of them are waiting. Default 1. */
  readonly atOnce?: number;
}

/** How many waiting folders justify one more connection. A short walk does not. */
const FOLDERS_PER_CONNECTION = 4;

interface PendingFolder {
  readonly url: string;
  /** Fingerprints of the listings from the root to the parent. */
  readonly above: readonly string[];
}

interface FolderInProgress extends PendingFolder {
  readonly listed: Promise<Listing | FetchError>;
}

/**
 * Lists a whole tree, depth first, with no more listings in memory than are requested at once. What it reports, and in
 * which order, does not depend on how fast the answers come. Throws only failures that say "stop".
 */
export async function* walkTree(
  spider: Pick<ListingSpider, 'list'>,
  root: string,
  options: WalkOptions = {},
): AsyncGenerator<TreeItem> {
  const { maxDepth = 100, enters = () => true, atOnce = 1 } = options;
  const pending: PendingFolder[] = [{ url: folderUrl(root), above: [] }];
  const inProgress: FolderInProgress[] = [];
  const begin = (folder: PendingFolder) => {
    const listed = listOrFailure(spider, folder.url, options);
    // Not awaited any more if an earlier one stops the walk.
    listed.catch(() => undefined);
    inProgress.push({ ...folder, listed });
  };
  for (;;) {
    const wanted = Math.min(atOnce, 1 + Math.floor(pending.length / FOLDERS_PER_CONNECTION));
    while (inProgress.length < wanted) {
      const next = pending.pop();
      if (next === undefined) break;
      begin(next);
    }
    const folder = inProgress.shift();
    if (folder === undefined) return;
    const { url, above } = folder;
    const listing = await folder.listed;
    if (listing instanceof FetchError) {
      yield { item: 'problem', url, error: listing };
      continue;
    }
    const print = fingerprint(listing.entries);
    const loop = print === null ? -1 : above.indexOf(print);
    if (loop >= 0) {
      yield { item: 'problem', url, error: loopFound(url, above.length - loop) };
      continue;
    }
    const chain = [...above, print ?? ''];
    const folders: PendingFolder[] = [];
    for (const entry of listing.entries) {
      if (entry.kind === 'file') yield { item: 'file', url: entryUrl(url, entry.name, 'file'), entry };
      if (entry.kind === 'folder') folders.push({ url: entryUrl(url, entry.name, 'folder'), above: chain });
    }
    for (const error of listing.problems) yield { item: 'problem', url: error.url, error };
    yield { item: 'folder', url };
    for (const next of folders.reverse()) {
      if (!enters(next.url)) continue;
      if (chain.length <= maxDepth) pending.push(next);
      else yield { item: 'problem', url: next.url, error: tooDeep(next.url, maxDepth) };
    }
  }
}

async function listOrFailure(
  spider: Pick<ListingSpider, 'list'>,
  url: string,
  { retries = usualRetries, signal }: WalkOptions,
): Promise<Listing | FetchError> {
  try {
    return await retry(() => beforeAbort(spider.list(url), signal), {
      policy: retries,
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    if (error instanceof FetchError && error.decision !== 'stop') return error;
    throw error;
  }
}

/** A listing may take half an hour, a byte at a time. An abort does not wait for it: closing the spider ends it. */
export async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    work.catch(() => undefined);
  }
}

/**
 * Detects endless trees: some servers show a link as the folder it leads to, so a link to a folder above has the same listing as that folder. Null
 * for fewer than two entries, where folders may well be equal.
 */
function fingerprint(entries: readonly ListedEntry[]): string | null {
  if (entries.length < 2) return null;
  const lines = entries.map(({ name, kind, size, modified }) => `${name}/${kind}/${size}/${modified?.at}`);
  return hash('sha256', lines.join('\n'), 'base64');
}

function loopFound(url: string, levels: number): FetchError {
  return new FetchError(
    'FETCH_LINK_LOOP',
    `${url}: the listing is the same as ${levels} folder(s) above, so it is probably a link back. A rule can exclude it`,
    { url },
  );
}

function tooDeep(url: string, maxDepth: number): FetchError {
  return new FetchError('FETCH_TOO_DEEP', `${url}: more than ${maxDepth} folders below the start`, { url });
}
