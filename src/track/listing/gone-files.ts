import { folderOf } from './folder-of.ts';

export interface NamedContent {
  readonly url: string;
  /** SHA-256 in hex. */
  readonly content: string;
}

/** SHA-256 of nothing. Empty files are all alike: no sign that one became the other. */
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

type Sign = (url: string) => string;

/** What makes one file more likely than another to be the old name of a new one, the best sign first. */
const signs: readonly Sign[] = [(url) => url.slice(url.lastIndexOf('/')), folderOf, () => ''];

/** Files that are gone, to be paired by content with files that are new. Each is paired once. */
export class GoneFiles {
  /** Most contents have one name; a hundred thousand of those must not need more than that. */
  readonly #byContent = new Map<string, string | SameFiles>();

  constructor(gone: Iterable<NamedContent> = []) {
    for (const file of gone) this.add(file);
  }

  add({ url, content }: NamedContent): void {
    if (content === nothing) return;
    const known = this.#byContent.get(content);
    if (known === undefined) this.#byContent.set(content, url);
    else if (typeof known === 'string') this.#byContent.set(content, new SameFiles([known, url]));
    else known.add(url);
  }

  /**
   * Pairs files that appeared with files that are gone, and forgets the pairs: by the same name in another folder first,
   * then by the same folder, then in order. Gives new URL -> old URL.
   */
  pair(appeared: readonly NamedContent[]): ReadonlyMap<string, string> {
    const renames = new Map<string, string>();
    if (this.#byContent.size === 0) return renames;
    for (const sign of signs) {
      for (const { url, content } of appeared) {
        if (renames.has(url)) continue;
        const old = this.#take(content, sign, url);
        if (old !== null) renames.set(url, old);
      }
    }
    return renames;
  }

  #take(content: string, sign: Sign, url: string): string | null {
    const known = this.#byContent.get(content);
    if (known === undefined) return null;
    if (typeof known !== 'string') return known.take(sign, url);
    if (sign(known) !== sign(url)) return null;
    this.#byContent.delete(content);
    return known;
  }
}

/** Files of the same content, to be found by each sign: there may be so many that nobody could look through all. */
class SameFiles {
  /** A file that was taken stays in the sets; `#left` says whether it still counts. */
  readonly #bySign = new Map<Sign, Map<string, Set<string>>>(signs.map((sign) => [sign, new Map()]));
  readonly #left = new Set<string>();

  constructor(urls: readonly string[]) {
    for (const url of urls) this.add(url);
  }

  add(url: string): void {
    this.#left.add(url);
    for (const [sign, sets] of this.#bySign) {
      const known = sets.get(sign(url));
      if (known === undefined) sets.set(sign(url), new Set([url]));
      else known.add(url);
    }
  }

  take(sign: Sign, wanted: string): string | null {
    const candidates = this.#bySign.get(sign)?.get(sign(wanted));
    for (const url of candidates ?? []) {
      candidates?.delete(url);
      if (this.#left.delete(url)) return url;
    }
    return null;
  }
}
