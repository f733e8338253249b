import type { Project } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';

const part = 2000;
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
  for (const { id } of projects) {
    for (let after = 0; left > 0; ) {
      const pages = await store.pages.list(id, { after, limit: part });
      for (const { identity: url } of pages) {
        const score = similarity(pieces, piecesOf(url));
        if (score < 0.5 || (best.length === most && score <= (best.at(-1)?.score ?? 0))) continue;
        best.push({ url, score });
        best.sort((a, b) => b.score - a.score);
        best.length = Math.min(best.length, most);
      }
      left -= pages.length;
      const last = pages.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
  }
  return best.map(({ url }) => url);
}

/** Pairs of neighbouring characters; the scheme and `www.` say nothing. */
function piecesOf(url: string): ReadonlySet<string> {
  const text = url.toLowerCase().replace(/^[a-z]+:\/\/(?:www\.)?/, '');
  return new Set(Array.from({ length: Math.max(text.length - 1, 0) }, (_, at) => text.slice(at, at + 2)));
}

/** Dice's coefficient, from 0 to 1. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  return (2 * a.intersection(b).size) / (a.size + b.size);
}
