import { hash } from 'node:crypto';
import { FetchError } from '../errors.ts';
import type { ListedEntry, Listing, ListingSpider } from './listing-spider.ts';
import { entryUrl, folderUrl } from './url-names.ts';

/** What a walk over a tree tells, in this order for each folder: its files, then how the folder itself went. */
export type TreeItem =
  | { readonly item: 'file'; readonly url: string; readonly entry: ListedEntry }
  /** Listed to its end: a known file of it that was not told before this is gone. */
  | { readonly item: 'folder'; readonly url: string }
  /** Nothing can be told about what is at or below `url`. The walk goes on with the other folders. */
  | { readonly item: 'problem'; readonly url: string; readonly error: FetchError };

export interface WalkOptions {
  /** How many folders below the root. Default 100. */
  readonly maxDepth?: number;
  /** Whether to go into a folder; those left out are not told. Default: all. */
  readonly enters?: (url: string) => boolean;
  /** How often a listing is tried. Default 3. */
  readonly attempts?: number;
  /** How many folders are listed at once, while enough of them are waiting. Default 1. */
  readonly atOnce?: number;
}

/** For so many folders that wait, one more is listed at once: a short walk is not worth another connection. */
const FOLDERS_PER_CONNECTION = 4;

interface PendingFolder {
  readonly url: string;
  /** Fingerprints of the listings from the root to the parent. */
  readonly above: readonly string[];
}

interface FolderUnderWay extends PendingFolder {
  readonly listed: Promise<Listing | FetchError>;
}

/**
 * Lists a whole tree, depth first, with no more folders in memory than are listed at once. What it tells, and in which
 * order, does not depend on how fast the answers come. Throws only when the spider's failure says "stop".
 */
export async function* walkTree(
  spider: Pick<ListingSpider, 'list'>,
  root: string,
  options: WalkOptions = {},
): AsyncGenerator<TreeItem> {
  const { maxDepth = 100, enters = () => true, attempts = 3, atOnce = 1 } = options;
  const pending: PendingFolder[] = [{ url: folderUrl(root), above: [] }];
  const underWay: FolderUnderWay[] = [];
  const begin = (folder: PendingFolder) => {
    const listed = tryToList(spider, folder.url, attempts);
    // Nobody waits for it any more when one before it stops the walk.
    listed.catch(() => undefined);
    underWay.push({ ...folder, listed });
  };
  for (;;) {
    const wanted = Math.min(atOnce, 1 + Math.floor(pending.length / FOLDERS_PER_CONNECTION));
    while (underWay.length < wanted) {
      const next = pending.pop();
      if (next === undefined) break;
      begin(next);
    }
    const folder = underWay.shift();
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

async function tryToList(
  spider: Pick<ListingSpider, 'list'>,
  url: string,
  attempts: number,
): Promise<Listing | FetchError> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await spider.list(url);
    } catch (error) {
      if (!(error instanceof FetchError) || error.decision === 'stop') throw error;
      if (error.decision === 'skip' || attempt >= attempts) return error;
    }
  }
}

/**
 * Some servers show links as the folders they lead to, and then a link to a folder above has no end. Its listing is that
 * of the folder above, to the last size and time. Null for a listing of one entry or none: two of those may well agree.
 */
function fingerprint(entries: readonly ListedEntry[]): string | null {
  if (entries.length < 2) return null;
  const lines = entries.map(({ name, kind, size, modified }) => `${name}/${kind}/${size}/${modified?.at}`);
  return hash('sha256', lines.join('\n'), 'base64');
}

function loopFound(url: string, levels: number): FetchError {
  return new FetchError(
    'FETCH_LINK_LOOP',
    `${url}: the same listing as ${levels} folder(s) above: a link that leads back. Leave it out with a rule if it is not`,
    { url },
  );
}

function tooDeep(url: string, maxDepth: number): FetchError {
  return new FetchError('FETCH_TOO_DEEP', `${url}: more than ${maxDepth} folders below the start`, { url });
}
