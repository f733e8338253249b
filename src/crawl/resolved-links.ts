import { linkResolver, UrlError } from '../url/index.ts';

/** Most links over all folders: some megabytes. */
const MOST_KNOWN = 20_000;

/** What follows from links, by the folder of their page. Pages of one folder have the same menus. */
export class ByFolder<Key, Value> {
  readonly #folders = new Map<string, Map<Key, Value>>();
  #known = 0;

  /** Null for a page whose links mean something else on other pages of its folder. */
  of(base: string): KnownInFolder<Key, Value> | null {
    const folder = folderOf(base);
    if (folder === null) return null;
    let values = this.#folders.get(folder);
    return {
      find: (key) => values?.get(key),
      add: (key, value) => {
        if (this.#known >= MOST_KNOWN) {
          this.#folders.clear();
          this.#known = 0;
        }
        values = this.#folders.get(folder) ?? new Map<Key, Value>();
        this.#folders.set(folder, values);
        values.set(key, value);
        this.#known++;
      },
    };
  }
}

interface KnownInFolder<Key, Value> {
  find(key: Key): Value | undefined;
  add(key: Key, value: Value): void;
}

/** The absolute addresses of links as written; null when the link is not a URL. */
const addresses = new ByFolder<string, string | null>();

/**
 * Makes the links of a page absolute; null for one that is not a URL. Of 34 addresses on a page of documentation, all but 4 were known
 * from other pages of the folder.
 */
export function resolvedLinks(base: string): (link: string) => string | null {
  let resolve: ((link: string) => string) | null = null;
  const read = (link: string) => {
    resolve ??= linkResolver(base);
    return absolute(link, resolve);
  };
  const known = addresses.of(base);
  if (known === null) return read;
  return (link) => {
    const before = known.find(link);
    if (before !== undefined) return before;
    const url = read(link);
    if (!dependsOnFile(link)) known.add(link, url);
    return url;
  };
}

/** Null when the last part of the path may be more than the name of a file: `..`, `a\b`, `%2e`. */
function folderOf(base: string): string | null {
  return (
    /^(https?:\/\/[^/?#\\]+\/(?:[^?#]*\/)?)(?:[\w-][\w.,;=+@!$*()~-]*)?(?:[?#]|$)/.exec(base)?.[1] ?? null
  );
}

/** Whether a link may mean something else on another page of the folder, as `?page=2`, `#top` and `http:?page=2` do. */
export function dependsOnFile(link: string): boolean {
  return !/^(?:[\w.~/-][^:]*|https?:\/\/.*)$/is.test(link);
}

/** Removes the user and password before the `@`: a page must not choose the log-in that we send. */
export function withoutLogin(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/?#@]*@/, '$1');
}

export function absolute(link: string, resolve: (link: string) => string): string | null {
  try {
    const url = resolve(link);
    return url.includes('@') ? withoutLogin(url) : url;
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}
