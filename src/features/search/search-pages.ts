import { FileReader } from '../../crawl/list/file-reader.ts';
import type { Store } from '../../database/store.ts';
import { textOfVersion } from './fill-index.ts';
import { type SnippetPart, snippetOf } from './snippet.ts';
import type { FoundVersion, SearchFilter } from './tables/search-index.ts';
import { parseSearchQuery, wordsToMark } from './tables/search-query.ts';

/** A page that was found. */
export interface SearchHit {
  readonly projectId: number;
  readonly file: string;
  readonly url: string;
  /** The address without session ids and the like. */
  readonly identity: string;
  readonly title: string;
  /** When this version was fetched. */
  readonly at: number;
  /** The run that brought it, by id. */
  readonly runId: number;
  readonly snippet: readonly SnippetPart[];
}

export type SearchChoice = Partial<Omit<SearchFilter, 'limit'>> & Pick<SearchFilter, 'limit'>;

/** Finds pages by their words (B15), the best first. Throws STORE_QUERY_INVALID. */
export async function searchPages(
  store: Pick<Store, 'search' | 'contents' | 'visits' | 'pages'>,
  text: string,
  choice: SearchChoice,
): Promise<readonly SearchHit[]> {
  const query = parseSearchQuery(text);
  const everything = {
    projectIds: null,
    skip: 0,
    host: null,
    since: null,
    until: null,
    flags: null,
    hasHistory: false,
  };
  const found = await store.search.find(query, { ...everything, ...choice });
  const files = new FileReader();
  try {
    return await Promise.all(found.map((version) => hitOf(store, files, version, wordsToMark(query))));
  } finally {
    await files.close();
  }
}

async function hitOf(
  store: Pick<Store, 'contents' | 'visits' | 'pages'>,
  files: FileReader,
  { projectId, pageId, runId, at }: FoundVersion,
  wanted: ReturnType<typeof wordsToMark>,
): Promise<SearchHit> {
  const [visit, page] = await Promise.all([
    store.visits.find(runId, pageId),
    store.pages.find(projectId, pageId),
  ]);
  const sha256 = visit?.sha256 ?? null;
  const shown =
    visit === null || sha256 === null
      ? { title: '', text: '' }
      : await textOfVersion(store, files, { ...visit, sha256 });
  return {
    projectId,
    file: String(pageId),
    url: visit?.url ?? '',
    identity: page?.identity ?? visit?.url ?? '',
    title: shown.title,
    at,
    runId,
    snippet: snippetOf(shown.text, wanted),
  };
}
