import { FileReader } from '../../crawl/list/compare-files.ts';
import type { Store } from '../../database/store.ts';
import { type SearchWord, searchWords } from '../../document/index.ts';
import { textOfVersion } from './fill-index.ts';
import type { FoundVersion, SearchFilter } from './tables/search-index.ts';
import { parseSearchQuery, wordsToMark } from './tables/search-query.ts';

/** A page that was found. */
export interface SearchHit {
  readonly projectId: number;
  readonly file: string;
  readonly url: string;
  /** The address without session ids and similar parts. */
  readonly identity: string;
  readonly title: string;
  /** When this version was fetched. */
  readonly at: number;
  /** Id of the run that brought the version. */
  readonly runId: number;
  readonly snippet: readonly SnippetPart[];
}

export type SearchChoice = Partial<Omit<SearchFilter, 'limit'>> & Pick<SearchFilter, 'limit'>;

/** Finds pages by their words, the best first. Throws STORE_QUERY_INVALID. */
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

/** A piece of a snippet, and whether it is a match. */
interface SnippetPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A phrase of the query. */
interface WantedWords {
  readonly words: readonly string[];
  /** Whether the last word also matches longer words that begin with it. */
  readonly isPrefix: boolean;
}

interface TextMatch {
  readonly start: number;
  readonly end: number;
  readonly wanted: number;
}

/** Length of a snippet, in characters. */
const LENGTH = 220;
/** How many characters of a text are searched for the snippet: a word further down in a long page is found, but not shown. */
const MOST_SEARCHED = 500_000;

/** The part of a text with the most different wanted words, or its beginning when it has none. */
export function snippetOf(text: string, wanted: readonly WantedWords[]): readonly SnippetPart[] {
  const matches = matchesIn(text.slice(0, MOST_SEARCHED), wanted);
  const best = bestWindow(matches);
  const [start, end] = widened(text, best[0]?.start ?? 0, best.at(-1)?.end ?? 0);
  const parts: SnippetPart[] = [];
  const add = (from: number, to: number, isMatch: boolean) => {
    const shown = text.slice(from, to).replace(/\s+/g, ' ');
    if (shown !== '') parts.push({ text: shown, isMatch });
  };
  let place = start;
  if (start > 0) parts.push({ text: '… ', isMatch: false });
  for (const { start: from, end: to } of matches) {
    if (from < place || to > end) continue;
    add(place, from, false);
    add(from, to, true);
    place = to;
  }
  add(place, end, false);
  if (end < text.trimEnd().length) parts.push({ text: ' …', isMatch: false });
  return parts;
}

function matchesIn(text: string, wanted: readonly WantedWords[]): readonly TextMatch[] {
  const words = [...searchWords(text)];
  const matches: TextMatch[] = [];
  for (let at = 0; at < words.length; at++) {
    const found = wanted.findIndex((candidate) => isAt(words, at, candidate));
    if (found < 0) continue;
    const last = words[at + (wanted[found]?.words.length ?? 1) - 1];
    matches.push({ start: words[at]?.start ?? 0, end: last?.end ?? 0, wanted: found });
  }
  return matches;
}

function isAt(text: readonly SearchWord[], at: number, { words, isPrefix }: WantedWords): boolean {
  return words.every((word, place) => {
    const there = text[at + place]?.word;
    if (there === undefined) return false;
    return isPrefix && place === words.length - 1 ? there.startsWith(word) : there === word;
  });
}

/** The matches within one snippet's length that have the most different words; the first such window if there are several. */
function bestWindow(matches: readonly TextMatch[]): readonly TextMatch[] {
  let best: readonly TextMatch[] = [];
  let most = 0;
  for (const [first, { start }] of matches.entries()) {
    let last = first;
    const kinds = new Set<number>();
    for (; last < matches.length; last++) {
      const match = matches[last] as TextMatch;
      if (match.end - start > LENGTH) break;
      kinds.add(match.wanted);
    }
    if (kinds.size <= most) continue;
    most = kinds.size;
    best = matches.slice(first, Math.max(last, first + 1));
  }
  return best;
}

/** Adds as much text around the matches as there is room for, cut between words. */
function widened(text: string, start: number, end: number): readonly [number, number] {
  const room = Math.max(LENGTH - (end - start), 0);
  const from = Math.max(0, start - Math.floor(room / 3));
  const to = Math.min(text.length, end + room - (start - from));
  const cutStart = from === 0 ? 0 : from + (/^\S*\s+/.exec(text.slice(from, start))?.[0].length ?? 0);
  const between = /^.*(?=\s)/s.exec(text.slice(end, to))?.[0];
  // A text without spaces is cut at any character.
  const cutEnd = to === text.length || between === undefined ? to : end + between.length;
  return [cutStart, Math.max(cutEnd, end)];
}
