import type { Store } from '../../database/store.ts';
import {
  type FileFate,
  fateOfFile,
  GoneFiles,
  judgeUnfetched,
  type NamedContent,
} from '../../track/index.ts';
import { commitRows, WriteBehind } from '../commit-rows.ts';
import type { FrontierPlace } from '../tables/frontier.ts';
import type { NewVisit, Run } from '../tables/records.ts';
import { type JudgedVisit, rowsOfVisits } from '../visit-observer.ts';
import { type FileToVisit, fileToVisit, fileVisit, judgedUnread } from './file-visit.ts';
import type { ListSiteOptions } from './list-options.ts';
import type { UnseenSizes } from './queue-files.ts';
import type { TreeListing } from './tree-listing.ts';

const FILES_PER_COMMIT = 1000;

/** A file that has to be fetched, and why. */
export interface FileToFetch extends FileToVisit {
  readonly why: string;
}

/** What is left to do after comparing with the listing. */
export interface SortedFiles {
  /** How many files have to be fetched. */
  readonly fetches: number;
  /** Reported at the end, since they may turn up under a new name. */
  readonly vanished: VanishedFiles;
}

export interface SortParts extends Pick<ListSiteOptions, 'store' | 'run' | 'now' | 'observer'> {
  readonly listing: TreeListing;
  readonly unseen: UnseenSizes;
  /** Called with visits once they are committed. */
  readonly onVisits: (visits: readonly JudgedVisit[]) => void;
}

/** Compares the frontier with the listing, and commits the files that need no fetch. */
export async function sortFiles(parts: SortParts): Promise<SortedFiles> {
  const { store, run, listing, unseen, now } = parts;
  const writes = new WriteBehind();
  let fetches = 0;
  const vanished = new VanishedFiles(store, run);
  for await (const files of queuedFiles(store, run)) {
    const visits: JudgedVisit[] = [];
    for (const file of files) {
      const fate = fateOf(file, listing);
      if (fate.kind === 'fetch') fetches++;
      else if (fate.kind === 'gone' && mayBeRenamed(file, unseen) && vanished.add(file)) continue;
      else visits.push(judgedUnread(file, unfetchedVisit(file, fate, now())));
    }
    await writes.begin(() => commitVisits(parts, visits));
  }
  await writes.done();
  return { fetches, vanished };
}

/** Reports files that are gone and did not turn up under a new name. */
export async function reportGone(parts: Omit<SortParts, 'unseen'>): Promise<void> {
  const { store, run, listing, now } = parts;
  const writes = new WriteBehind();
  for await (const files of queuedFiles(store, run)) {
    const visits = files.flatMap((file) => {
      const fate = fateOf(file, listing);
      return fate.kind === 'gone' ? [judgedUnread(file, unfetchedVisit(file, fate, now()))] : [];
    });
    await writes.begin(() => commitVisits(parts, visits));
  }
  await writes.done();
}

async function commitVisits(
  parts: Pick<SortParts, 'store' | 'run' | 'observer' | 'onVisits'>,
  visits: readonly JudgedVisit[],
): Promise<void> {
  const rows = await rowsOfVisits(parts.observer, visits);
  await commitRows(parts, { visits: visits.map(({ visit }) => visit), ...rows });
  parts.onVisits(visits);
}

/** The files of the frontier to fetch, read as needed: a tree may have more files than fit into memory. */
export async function* filesToFetch({
  store,
  run,
  listing,
}: Pick<SortParts, 'store' | 'run' | 'listing'>): AsyncGenerator<FileToFetch> {
  for await (const files of queuedFiles(store, run)) {
    for (const file of files) {
      const fate = fateOf(file, listing);
      if (fate.kind === 'fetch') yield { ...file, why: fate.why };
    }
  }
}

/** The visit of a file that was not fetched. `renamedTo` is the new URL of a file that is gone. */
export function unfetchedVisit(
  { page, known }: FileToVisit,
  fate: Exclude<FileFate, { kind: 'fetch' }>,
  at: number,
  renamedTo: string | null = null,
): NewVisit {
  const decision = judgeUnfetched(known, fate, renamedTo);
  return fileVisit(page, decision, { at, ...(fate.kind === 'unclear' && { failure: fate.problem }) });
}

/** A renamed file keeps its size. Without this check, all files of a folder that is suddenly empty would be in memory. */
function mayBeRenamed({ page: { lastGood } }: FileToVisit, unseen: UnseenSizes): boolean {
  return unseen.has(null) || unseen.has(lastGood?.bytes ?? null);
}

function fateOf({ known }: FileToVisit, { files, problems }: TreeListing): FileFate {
  return fateOfFile(known, files.get(known.url) ?? null, problems);
}

async function* queuedFiles(store: Store, run: Run): AsyncGenerator<readonly FileToVisit[]> {
  for (const { host } of await store.frontier.hosts(run.id)) {
    for (let after = null; ; ) {
      const pages = await store.frontier.next(run.id, host, after, FILES_PER_COMMIT);
      const last = pages.at(-1);
      if (last === undefined) break;
      after = last;
      const listed = await store.listings.find(pages.map(({ id }) => id));
      const byPage = new Map(listed.map((file) => [file.pageId, file]));
      yield pages.map((page) => fileToVisit(page, byPage.get(page.id) ?? null));
    }
  }
}

/**
 * Files that are gone and may turn up under a new name. They stay in the frontier, and only what is needed to find them is
 * in memory: all files of a large tree may be renamed at once.
 */
export class VanishedFiles {
  readonly #store: Store;
  readonly #run: Run;
  readonly #contents = new GoneFiles();
  readonly #places = new Map<string, FrontierPlace & { readonly host: string }>();

  constructor(store: Store, run: Run) {
    this.#store = store;
    this.#run = run;
  }

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  /** Returns whether it was added: a file without content cannot be found by its content. */
  add({ page: { host, depth, id }, known: { url, good } }: FileToVisit): boolean {
    if (good === null) return false;
    this.#contents.add({ url, content: good.content });
    this.#places.set(url, { host, depth, id });
    return true;
  }

  /** Finds the old files of those that appeared, and forgets them. Returns new URL -> old file. */
  async pair(appeared: readonly NamedContent[]): Promise<ReadonlyMap<string, FileToVisit>> {
    const pairs = new Map<string, FileToVisit>();
    for (const [url, oldUrl] of this.#contents.pair(appeared)) {
      const old = await this.#find(oldUrl);
      if (old !== null) pairs.set(url, old);
      this.#places.delete(oldUrl);
    }
    return pairs;
  }

  async #find(url: string): Promise<FileToVisit | null> {
    const place = this.#places.get(url);
    if (place === undefined) return null;
    const { host, depth, id } = place;
    // The first page after the place before it.
    const [page] = await this.#store.frontier.next(this.#run.id, host, { depth, id: id - 1 }, 1);
    return page === undefined ? null : fileToVisit(page, null);
  }
}
