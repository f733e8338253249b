import type { Store } from '../../database/store.ts';
import type { ListedPage } from '../tables/page.ts';

/** Rows per read. */
const limit = 1000;

type ReadPart<T> = (part: { readonly after: number; readonly limit: number }) => Promise<readonly T[]>;

/** All rows of a list that is read in parts, each after the last page of the previous one. */
export async function* inParts<T extends { readonly pageId: number } | { readonly id: number }>(
  read: ReadPart<T>,
): AsyncGenerator<T> {
  for (let after = 0; ; ) {
    const rows = await read({ after, limit });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = 'pageId' in last ? last.pageId : last.id;
  }
}

/** The pages of a project; `all`: also those that could never be read. */
export const pagesOf = (
  { pages }: Pick<Store, 'pages'>,
  projectId: number,
  which: 'good' | 'all' = 'good',
): AsyncGenerator<ListedPage> => inParts((part) => pages.list(projectId, { ...part, which }));
