import { TidemarkError } from '../../base/index.ts';
import { readVersion } from '../../crawl/history/read-version.ts';
import { FileReader } from '../../crawl/list/compare-files.ts';
import type { Store } from '../../database/store.ts';
import { searchWords } from '../../document/index.ts';
import type { SearchDocument, UnindexedVersion } from './tables/search-document.ts';

/** How many versions are read and written at once. */
const BATCH = 200;
/** A version is left out after this many threads died while reading it: two are no coincidence. */
const MOST_DEATHS = 2;
/** How many words of one version are indexed; PostgreSQL accepts about a megabyte of them. */
const MOST_WORDS = 50_000;

interface IndexFilling {
  /** Called with how many versions have been added so far. */
  readonly onProgress?: (added: number) => void;
  readonly signal?: AbortSignal;
  /** Called before each version is read. If set, versions are added one at a time: if the thread dies, the last version passed is the cause. */
  readonly onVersion?: (version: IndexedVersion) => void;
}

export type IndexedVersion = Pick<SearchDocument, 'projectId' | 'runId' | 'pageId' | 'at'>;

/** Adds every version that is not in the search index yet, and returns how many there were. A kill loses one batch at most. */
export async function fillSearchIndex(
  store: Pick<Store, 'search' | 'contents'>,
  { onProgress, signal, onVersion }: IndexFilling = {},
): Promise<number> {
  const files = new FileReader();
  let added = 0;
  let last: UnindexedVersion | null = null;
  try {
    while (signal?.aborted !== true) {
      const missing: readonly UnindexedVersion[] = await store.search.missing(
        onVersion === undefined ? BATCH : 1,
        last,
      );
      if (missing.length === 0) {
        if (added > 0) await store.search.noteComplete();
        break;
      }
      const documents: SearchDocument[] = [];
      for (const version of missing) {
        onVersion?.(keyOf(version));
        documents.push(await documentOf(store, files, version));
      }
      await store.search.add(documents);
      added += documents.length;
      last = missing.at(-1) ?? null;
      onProgress?.(added);
    }
  } finally {
    await files.close();
  }
  return added;
}

/** Counts for each version how many threads died while reading it. After `MOST_DEATHS` the version is indexed without its text. */
export class DeadlyVersions {
  readonly #deaths = new Map<string, number>();

  /** Returns whether the text of the version was left out. */
  async add(store: Pick<Store, 'search'>, version: IndexedVersion): Promise<boolean> {
    const key = `${version.runId} ${version.pageId}`;
    const deaths = (this.#deaths.get(key) ?? 0) + 1;
    this.#deaths.set(key, deaths);
    if (deaths < MOST_DEATHS) return false;
    await store.search.add([{ ...version, title: [], text: [] }]);
    this.#deaths.delete(key);
    return true;
  }
}

const keyOf = ({ projectId, runId, pageId, at }: UnindexedVersion): IndexedVersion => ({
  projectId,
  runId,
  pageId,
  at,
});

async function documentOf(
  store: Pick<Store, 'contents'>,
  files: FileReader,
  found: UnindexedVersion,
): Promise<SearchDocument> {
  const version = keyOf(found);
  try {
    const { title, text } = await textOfVersion(store, files, found);
    return { ...version, title: wordsOf(title), text: wordsOf(text) };
  } catch (error) {
    // For example, the database cannot be reached: the caller tries again later.
    if (error instanceof TidemarkError && error.decision !== 'skip') throw error;
    // A version that cannot be read is indexed without words: it must not keep all others out of the index.
    return { ...version, title: [], text: [] };
  }
}

function wordsOf(text: string): readonly string[] {
  return searchWords(text)
    .map(({ word }) => word)
    .take(MOST_WORDS)
    .toArray();
}

/** Title and text of a stored version, as readers see them; empty for pictures and programs. */
export async function textOfVersion(
  store: Pick<Store, 'contents'>,
  files: FileReader,
  found: Pick<UnindexedVersion, 'url' | 'finalUrl' | 'headers' | 'type' | 'bytes' | 'sha256'>,
): Promise<{ readonly title: string; readonly text: string }> {
  const version = await readVersion(store, files, { visit: found, sha256: found.sha256 });
  if (!version.hasText) return { title: '', text: '' };
  const { document } = version;
  const title = document.type === 'html' ? document.html.title.trim() : '';
  const segments = version.snapshot.segments.filter(({ kind }) => kind !== 'title');
  return { title, text: segments.map(({ text }) => text).join('\n') };
}
