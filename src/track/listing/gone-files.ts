import { folderOf } from './judge-file.ts';

export interface NamedContent {
  readonly url: string;
  /** SHA-256 in hex. */
  readonly content: string;
}

/** SHA-256 of no bytes. Empty files are all alike, so equal content does not mean that one was renamed. */
const emptyContent = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** A trait that the old and the new name of a file may share. */
type Trait = (url: string) => string;

/** What makes a gone file likely to be the old name of a new one, best first: the same name, the same folder, anything. */
const traits: readonly Trait[] = [(url) => url.slice(url.lastIndexOf('/')), folderOf, () => ''];

/** Files that are gone, to be paired by content with files that are new. Each is paired once. */
export class GoneFiles {
  /** Most contents have only one name. There may be a hundred thousand of these, so they are kept as plain strings. */
  readonly #byContent = new Map<string, string | SameFiles>();

  constructor(gone: Iterable<NamedContent> = []) {
    for (const file of gone) this.add(file);
  }

  add({ url, content }: NamedContent): void {
    if (content === emptyContent) return;
    const known = this.#byContent.get(content);
    if (known === undefined) this.#byContent.set(content, url);
    else if (typeof known === 'string') this.#byContent.set(content, new SameFiles([known, url]));
    else known.add(url);
  }

  /**
   * Pairs new files with gone ones, and forgets the pairs: first the same name in another folder, then the same folder,
   * then in order. Returns new URL -> old URL.
   */
  pair(appeared: readonly NamedContent[]): ReadonlyMap<string, string> {
    const renames = new Map<string, string>();
    if (this.#byContent.size === 0) return renames;
    for (const trait of traits) {
      for (const { url, content } of appeared) {
        if (renames.has(url)) continue;
        const old = this.#take(content, trait, url);
        if (old !== null) renames.set(url, old);
      }
    }
    return renames;
  }

  #take(content: string, trait: Trait, url: string): string | null {
    const known = this.#byContent.get(content);
    if (known === undefined) return null;
    if (typeof known !== 'string') return known.take(trait, url);
    if (trait(known) !== trait(url)) return null;
    this.#byContent.delete(content);
    return known;
  }
}

/** Files of the same content, indexed by each trait: there may be too many for a linear search. */
class SameFiles {
  /** A file that was taken stays in the other sets; `#left` says whether it still counts. */
  readonly #byTrait = new Map<Trait, Map<string, Set<string>>>(traits.map((trait) => [trait, new Map()]));
  readonly #left = new Set<string>();

  constructor(urls: readonly string[]) {
    for (const url of urls) this.add(url);
  }

  add(url: string): void {
    this.#left.add(url);
    for (const [trait, sets] of this.#byTrait) {
      const known = sets.get(trait(url));
      if (known === undefined) sets.set(trait(url), new Set([url]));
      else known.add(url);
    }
  }

  take(trait: Trait, wanted: string): string | null {
    const candidates = this.#byTrait.get(trait)?.get(trait(wanted));
    for (const url of candidates ?? []) {
      candidates?.delete(url);
      if (this.#left.delete(url)) return url;
    }
    return null;
  }
}
