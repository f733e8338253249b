import type { Store } from '../../database/store.ts';
import { fateOfFile, GoneFiles, type ListingProblems, type NamedContent } from '../../track/index.ts';
import { commitRows, WriteBehind } from '../commit-rows.ts';
import type { FrontierPosition } from '../tables/frontier.ts';
import type { ListedFile } from '../tables/listed-file.ts';
import type { Run } from '../tables/run.ts';
import { type JudgedVisit, rowsOfVisits } from '../visit-observer.ts';
import { type FileToVisit, fileToVisit, unfetchedVisit } from './file-visit.ts';
import type { ListContext } from './list-context.ts';
import type { UnseenSizes } from './queue-files.ts';

const FILES_PER_COMMIT = 1000;

/** A file that has to be fetched, and why. */
export interface FileToFetch extends FileToVisit {
  readonly listed: ListedFile;
  readonly why: string;
}

/** The work that is left after the comparison with the listing. */
export interface SortedFiles {
  readonly problems: ListingProblems;
  /** How many files have to be fetched. */
  readonly fetches: number;
  /** Reported at the end, since they may be found under a new name. */
  readonly vanished: VanishedFiles;
}

/** Compares the frontier with the listing, and commits the files that need no fetch. */
export async function sortFiles(
  context: ListContext,
  problems: ListingProblems,
  unseen: UnseenSizes,
): Promise<SortedFiles> {
  const { store, run, now } = context;
  const writes = new WriteBehind();
  let fetches = 0;
  const vanished = new VanishedFiles(store, run);
  for await (const files of queuedFiles(context)) {
    const visits: JudgedVisit[] = [];
    for (const file of files) {
      const fate = fateOfFile(file.known, file.listed, problems);
      if (fate.kind === 'fetch') fetches++;
      else if (fate.kind === 'gone' && mayBeRenamed(file, unseen) && vanished.add(file)) continue;
      else visits.push(unfetchedVisit(file, fate, now()));
    }
    await writes.begin(() => commitVisits(context, visits));
  }
  await writes.done();
  return { problems, fetches, vanished };
}

/** Reports files that are gone and were not found under a new name. */
export async function reportGone(context: ListContext, problems: ListingProblems): Promise<void> {
  const { now } = context;
  const writes = new WriteBehind();
  for await (const files of queuedFiles(context)) {
    const visits = files.flatMap((file) => {
      const fate = fateOfFile(file.known, file.listed, problems);
      return fate.kind === 'gone' ? [unfetchedVisit(file, fate, now())] : [];
    });
    await writes.begin(() => commitVisits(context, visits));
  }
  await writes.done();
}

async function commitVisits(context: ListContext, visits: readonly JudgedVisit[]): Promise<void> {
  const rows = await rowsOfVisits(context.observer, visits);
  await commitRows(context, { visits: visits.map(({ visit }) => visit), ...rows });
  context.progress.visited(visits);
}

/** The files of the frontier to fetch, read as needed: a tree may have more files than fit into memory. */
export async function* filesToFetch(
  context: ListContext,
  problems: ListingProblems,
): AsyncGenerator<FileToFetch> {
  for await (const files of queuedFiles(context)) {
    for (const file of files) {
      const { listed } = file;
      const fate = fateOfFile(file.known, file.listed, problems);
      if (listed !== null && fate.kind === 'fetch') yield { ...file, listed, why: fate.why };
    }
  }
}

/** A renamed file keeps its size. Without this check, all files of a folder that is suddenly empty would be held in memory. */
function mayBeRenamed({ page: { lastGood } }: FileToVisit, unseen: UnseenSizes): boolean {
  return unseen.has(null) || unseen.has(lastGood?.bytes ?? null);
}

async function* queuedFiles({ store, run }: ListContext): AsyncGenerator<readonly FileToVisit[]> {
  for (const { host } of await store.frontier.hosts(run.id)) {
    for (let after = null; ; ) {
      const pages = await store.frontier.next(run.id, host, after, FILES_PER_COMMIT);
      const last = pages.at(-1);
      if (last === undefined) break;
      after = last;
      const ids = pages.map(({ id }) => id);
      const before = byPage(await store.listings.find(ids));
      const listed = byPage(await store.listings.queued(ids));
      yield pages.map((page) => fileToVisit(page, before.get(page.id) ?? null, listed.get(page.id) ?? null));
    }
  }
}

const byPage = (files: readonly ListedFile[]): ReadonlyMap<number, ListedFile> =>
  new Map(files.map((file) => [file.pageId, file]));

/**
 * Files that are gone and may be found under a new name. They stay in the frontier, and only what is needed to find them is
 * in memory: all files of a large tree may be renamed at once.
 */
export class VanishedFiles {
  readonly #store: Store;
  readonly #run: Run;
  readonly #contents = new GoneFiles();
  readonly #queued = new Map<string, FrontierPosition & { readonly host: string }>();

  constructor(store: Store, run: Run) {
    this.#store = store;
    this.#run = run;
  }

  get isEmpty(): boolean {
    return this.#queued.size === 0;
  }

  /** Returns whether it was added: a file without content cannot be found by its content. */
  add({ page: { host, depth, id }, known: { url, good } }: FileToVisit): boolean {
    if (good === null) return false;
    this.#contents.add({ url, content: good.content });
    this.#queued.set(url, { host, depth, id });
    return true;
  }

  /** Finds the old files of new ones by their content, and removes them from this list. Returns new URL -> old file. */
  async pair(appeared: readonly NamedContent[]): Promise<ReadonlyMap<string, FileToVisit>> {
    const pairs = new Map<string, FileToVisit>();
    for (const [url, oldUrl] of this.#contents.pair(appeared)) {
      const old = await this.#find(oldUrl);
      if (old !== null) pairs.set(url, old);
      this.#queued.delete(oldUrl);
    }
    return pairs;
  }

  async #find(url: string): Promise<FileToVisit | null> {
    const position = this.#queued.get(url);
    if (position === undefined) return null;
    const { host, depth, id } = position;
    // The position before it finds the page itself.
    const [page] = await this.#store.frontier.next(this.#run.id, host, { depth, id: id - 1 }, 1);
    return page === undefined ? null : fileToVisit(page, null, null);
  }
}
