import { linkResolver, UrlError } from '../url/index.ts';

/** Most links over all folders: some megabytes. */
const MOST_KNOWN = 20_000;

/** By folder and link as written: the absolute address; null when the link is not a URL. */
const folders = new Map<string, Map<string, string | null>>();
let known = 0;

/**
 * Makes the links of a page absolute; null for one that is not a URL. Pages of one folder have the same menus, so the address is cached by folder and
 * link.
 */
export function resolvedLinks(base: string): (link: string) => string | null {
  let resolve: ((link: string) => string) | null = null;
  const read = (link: string) => {
    resolve ??= linkResolver(base);
    return absolute(link, resolve);
  };
  const folder = folderOf(base);
  if (folder === null) return read;
  let links = folders.get(folder);
  return (link) => {
    const before = links?.get(link);
    if (before !== undefined) return before;
    const url = read(link);
    if (dependsOnFile(link)) return url;
    if (known >= MOST_KNOWN) forgetAll();
    links = folders.get(folder) ?? new Map<string, string | null>();
    folders.set(folder, links);
    links.set(link, url);
    known++;
    return url;
  };
}

function forgetAll(): void {
  folders.clear();
  known = 0;
}

/** Null when the last part of the path may be more than the name of a file: `..`, `a\b`, `%2e`. */
function folderOf(base: string): string | null {
  return (
    /^(https?:\/\/[^/?#\\]+\/(?:[^?#]*\/)?)(?:[\w-][\w.,;=+@!$*()~-]*)?(?:[?#]|$)/.exec(base)?.[1] ?? null
  );
}

/** Whether a link may mean something else on another page of the folder, as `?page=2`, `#top` and `http:?page=2` do. */
function dependsOnFile(link: string): boolean {
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
