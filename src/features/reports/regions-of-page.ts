import { setImmediate } from 'node:timers/promises';
import type { StoredVersion } from '../../crawl/history/page-versions.ts';
import type { Store } from '../../database/store.ts';
import { decodeText, readDocument, regionFinder, regionPage } from '../../document/index.ts';
import { ApiError } from '../../http/errors.ts';
import { readableText } from '../../presentation/page-text/readable-text.ts';

/** What a selector matches in a version of a page. */
interface RegionsOfVersion {
  readonly version: StoredVersion;
  /** Null for a version that is not HTML, or on which the selector would take too long. */
  readonly count: number | null;
  /** The first matches. */
  readonly regions: readonly { readonly text: string; readonly html: string }[];
}

const MOST_SHOWN = 50;
const LONGEST_TEXT = 1000;
const LONGEST_HTML = 2000;
/** Larger pages are not read: the time grows with the size, and other requests wait meanwhile. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Throws API_REQUEST_INVALID for anything that is not a CSS selector, and what `contents.read` throws. */
export async function regionsOfPage(
  store: Pick<Store, 'contents'>,
  versions: readonly StoredVersion[],
  selector: string,
): Promise<readonly RegionsOfVersion[]> {
  const find = finderFor(selector);
  const looked: RegionsOfVersion[] = [];
  let isTooSlow = false;
  for (const version of versions) {
    const html: string | null = isTooSlow ? null : await htmlOf(store, version);
    const found: readonly string[] | null = html === null ? null : find(regionPage(html));
    // A selector that takes too long on one version also does on the others.
    isTooSlow ||= html !== null && found === null;
    const regions = await Promise.all((found ?? []).slice(0, MOST_SHOWN).map(shownRegion));
    looked.push({ version, count: found?.length ?? null, regions });
    await setImmediate();
  }
  return looked;
}

async function shownRegion(source: string) {
  const text = await readableText(source.slice(0, LONGEST_TEXT * 10));
  return { text: text.slice(0, LONGEST_TEXT), html: source.slice(0, LONGEST_HTML) };
}

function finderFor(selector: string): ReturnType<typeof regionFinder> {
  try {
    return regionFinder(selector);
  } catch (error) {
    if (error instanceof SyntaxError) throw new ApiError('API_REQUEST_INVALID', error.message, error);
    throw error;
  }
}

async function htmlOf(
  { contents }: Pick<Store, 'contents'>,
  { visit, sha256 }: StoredVersion,
): Promise<string | null> {
  if ((visit.bytes ?? 0) > MOST_BYTES) return null;
  const body = await contents.read(sha256);
  const said = visit.headers.find(([header]) => header.toLowerCase() === 'content-type')?.[1];
  const document = readDocument(body, said ?? visit.type);
  return document.type === 'html' ? decodeText(body, document.charset.charset) : null;
}
