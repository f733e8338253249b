import type { Store } from '../../database/store.ts';
import { GoneFiles, type NamedContent } from '../../track/index.ts';
import type { FrontierPlace } from '../tables/frontier.ts';
import type { Run } from '../tables/records.ts';
import { type FileToVisit, fileToVisit } from './file-visit.ts';

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
