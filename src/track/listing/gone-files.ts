import { folderOf } from './folder-of.ts';

export interface NamedContent {
  readonly url: string;
  /** SHA-256 in hex. */
  readonly content: string;
}

/** SHA-256 of nothing. Empty files are all alike: no sign that one became the other. */
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** What makes one file more likely than another to be the old name of a new one, the best sign first. */
const signs: readonly ((url: string) => string)[] = [
  (url) => url.slice(url.lastIndexOf('/')),
  folderOf,
  () => '',
];

/** Files that are gone, to be paired by content with files that are new. Each is paired once. */
export class GoneFiles {
  /** By content and sign. A pair leaves its old name in the sets; `#left` says whether it still counts. */
  readonly #bySign = signs.map(() => new Map<string, Set<string>>());
  readonly #left = new Map<string, string>();

  constructor(gone: Iterable<NamedContent>) {
    for (const { url, content } of gone) {
      if (content === nothing) continue;
      this.#left.set(url, content);
      for (const [place, sign] of signs.entries()) {
        const sets = this.#bySign[place];
        const key = `${content} ${sign(url)}`;
        const known = sets?.get(key);
        if (known === undefined) sets?.set(key, new Set([url]));
        else known.add(url);
      }
    }
  }

  /**
   * Pairs files that appeared with files that are gone, and forgets the pairs: by the same name in another folder first,
   * then by the same folder, then in order. Gives new URL -> old URL.
   */
  pair(appeared: readonly NamedContent[]): ReadonlyMap<string, string> {
    const renames = new Map<string, string>();
    if (this.#left.size === 0) return renames;
    for (const [place, sign] of signs.entries()) {
      for (const { url, content } of appeared) {
        if (renames.has(url)) continue;
        const old = this.#take(this.#bySign[place]?.get(`${content} ${sign(url)}`));
        if (old !== null) renames.set(url, old);
      }
    }
    return renames;
  }

  #take(candidates: Set<string> | undefined): string | null {
    for (const url of candidates ?? []) {
      candidates?.delete(url);
      if (this.#left.delete(url)) return url;
    }
    return null;
  }
}
