import type { FoundPage } from '../../crawl/history/find-page.ts';
import type { ListedPage, Project } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';

const part = 2000;
const fileType = /\.[a-z0-9]{1,5}$/i;

/**
 * The pages whose address ends with what was typed, as `prices`, `/shop/prices` or `example.org/shop/prices`; a last slash does
 * not matter, nor whether letters are escaped. If it is the whole path of some of them, only those; if it is the end of none,
 * those that only have a file type after it: `prices` is `/shop/prices.html` then.
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
    for await (const page of pagesOf(store, project)) {
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

async function* pagesOf(store: Store, { id }: Project): AsyncGenerator<ListedPage> {
  for (let after = 0; ; ) {
    const pages = await store.pages.list(id, { after, limit: part, which: 'all' });
    yield* pages;
    const last = pages.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Without scheme, last slash and escapes. */
function readable(address: string): string {
  const text = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/(?<=.)\/$/, '');
  try {
    return decodeURI(text);
  } catch {
    return text; // not UTF-8
  }
}

/** Whether it is the address, or all of it after the host. */
function isWhole(address: string, end: string): boolean {
  return (
    address === end ||
    (end.startsWith('/') && address.indexOf('/') === address.length - end.length && address.endsWith(end))
  );
}

/** Whole words of the address only: `ices` is not the end of `/prices`. */
function endsWith(address: string, end: string): boolean {
  if (!address.endsWith(end)) return false;
  return /^[/?#&=;]/.test(end) || /[/?#&=;]$/.test(address.slice(0, -end.length));
}
