import type { FoundPage } from '../../crawl/history/find-page.ts';
import { pagesOf } from '../../crawl/history/in-parts.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Store } from '../../database/store.ts';

const fileType = /\.[a-z0-9]{1,5}$/i;

/**
 * The pages whose address ends with the typed text, such as `prices`, `/shop/prices` or `example.org/shop/prices`. A trailing slash
 * and escaping of letters do not matter. If the text is the whole path of some pages, returns only those. If no address ends with
 * it, returns the pages that only have a file type after it: then `prices` finds `/shop/prices.html`.
 */
export async function pagesEnding(
  store: Store,
  projects: readonly Project[],
  typed: string,
): Promise<readonly FoundPage[]> {
  const end = readable(typed);
  if (end === '' || end === '/') return [];
  const whole: FoundPage[] = [];
  const ending: FoundPage[] = [];
  const typeLeftOut: FoundPage[] = [];
  for (const project of projects) {
    for await (const page of pagesOf(store, project.id, 'all')) {
      const addresses = new Set([page.url, page.identity].map(readable));
      if (addresses.values().some((address) => isWhole(address, end))) whole.push({ project, page });
      else if (addresses.values().some((address) => endsWith(address, end))) ending.push({ project, page });
      else if (addresses.values().some((address) => endsWith(address.replace(fileType, ''), end)))
        typeLeftOut.push({ project, page });
    }
  }
  if (whole.length > 0) return whole;
  return ending.length > 0 ? ending : typeLeftOut;
}

/** The address without scheme, trailing slash and escapes. */
function readable(address: string): string {
  const text = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/(?<=.)\/$/, '');
  try {
    return decodeURI(text);
  } catch {
    return text; // not UTF-8
  }
}

/** Whether the text is the whole address, or everything after its host. */
function isWhole(address: string, end: string): boolean {
  return (
    address === end ||
    (end.startsWith('/') && address.indexOf('/') === address.length - end.length && address.endsWith(end))
  );
}

/** Matches only whole parts of the address: `/prices` does not end with `ices`. */
function endsWith(address: string, end: string): boolean {
  if (!address.endsWith(end)) return false;
  return /^[/?#&=;]/.test(end) || /[/?#&=;]$/.test(address.slice(0, -end.length));
}

/** How many pages are searched: a suggestion must not take long. */
const mostPages = 50_000;

/** The addresses of these projects, without session ids, that are most similar to an unknown one, best first. */
export async function nearestUrls(
  store: Store,
  projects: readonly Project[],
  wanted: string,
  most = 3,
): Promise<readonly string[]> {
  const pieces = piecesOf(wanted);
  const best: { readonly url: string; readonly score: number }[] = [];
  let left = mostPages;
  for (const { id } of projects)
    for await (const { identity: url } of pagesOf(store, id)) {
      if (left-- <= 0) break;
      const score = similarity(pieces, piecesOf(url));
      if (score < 0.5 || (best.length === most && score <= (best.at(-1)?.score ?? 0))) continue;
      best.push({ url, score });
      best.sort((a, b) => b.score - a.score);
      best.length = Math.min(best.length, most);
    }
  return best.map(({ url }) => url);
}

/** Pairs of adjacent characters, without the scheme and `www.`, which say nothing. */
function piecesOf(url: string): ReadonlySet<string> {
  const text = url.toLowerCase().replace(/^[a-z]+:\/\/(?:www\.)?/, '');
  return new Set(Array.from({ length: Math.max(text.length - 1, 0) }, (_, at) => text.slice(at, at + 2)));
}

/** Dice's coefficient, from 0 to 1. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  return (2 * a.intersection(b).size) / (a.size + b.size);
}
