import type { AliasNews, Run, SharedText, Store } from '../../store/index.ts';
import { strictlySame } from './equality/equality.ts';
import { type PageVersion, storedVersion } from './page-version.ts';
import { linkIdentities, type SiteKnowledge } from './site-knowledge.ts';

const TEXTS_AT_ONCE = 200;
/** The most pages with one text, but different links or pictures, that other pages are compared with. */
const MOST_ORIGINALS = 20;

/**
 * Finds URLs that show the same page (E3), at the end of a run: equal texts by their hash, and then text, links and
 * pictures, because the text alone would merge pages that differ in a picture (E7). An alias that has become a different
 * page stops being one.
 */
export async function findAliases(store: Store, run: Run, knowledge: SiteKnowledge): Promise<void> {
  const known = await store.aliases.list(run.projectId);
  const unconfirmed = new Set(known.map(({ pageId }) => pageId));
  let after: Uint8Array | null = null;
  for (;;) {
    const pages: readonly SharedText[] = await store.aliases.sharedTexts(run.projectId, {
      after,
      texts: TEXTS_AT_ONCE,
    });
    after = pages.at(-1)?.signature ?? null;
    if (after === null) break;
    const news = await compareAll(store, run, knowledge, pages);
    for (const { pageId } of pages) unconfirmed.delete(pageId);
    await commitNews(store, run, news);
  }
  // No other page shares the text of those that are left.
  await commitNews(store, run, { found: [], agreed: [], parted: [...unconfirmed] });
}

async function commitNews(store: Store, { id: runId, projectId }: Run, aliases: AliasNews): Promise<void> {
  if (Object.values(aliases).every(({ length }) => length === 0)) return;
  const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
  await store.commit({ projectId, runId, ...nothing, aliases });
}

async function compareAll(
  store: Store,
  run: Run,
  knowledge: SiteKnowledge,
  pages: readonly SharedText[],
): Promise<AliasNews> {
  const news = { found: [], agreed: [], parted: [] } as {
    found: { pageId: number; ofPageId: number }[];
    agreed: number[];
    parted: number[];
  };
  const byText = Map.groupBy(pages, ({ signature }) => Buffer.from(signature).toString('hex'));
  for (const group of byText.values()) {
    const originals: Original[] = [];
    for (const page of group) {
      const original = await findOriginal(page, originals, store, knowledge);
      if (original === undefined) {
        if (page.aliasOf !== null) news.parted.push(page.pageId);
      } else if (page.aliasOf !== original.page.pageId) {
        news.found.push({ pageId: page.pageId, ofPageId: original.page.pageId });
      } else if (page.goodRunId === run.id) news.agreed.push(page.pageId);
    }
  }
  return news;
}

/** A page that others may be aliases of: the first that shows it. */
interface Original {
  readonly page: SharedText;
  readonly version: PageVersion;
}

/** The page that this one is an alias of. Undefined when there is none: then this one becomes an original itself. */
async function findOriginal(
  page: SharedText,
  originals: Original[],
  store: Store,
  knowledge: SiteKnowledge,
): Promise<Original | undefined> {
  const { host } = new URL(page.url);
  const ofHost = originals.filter((other) => new URL(other.page.url).host === host);
  const sameBody = ofHost.find((other) => hasSameBody(other.page, page));
  if (sameBody !== undefined) return sameBody;
  const version = await storedVersion(store, page);
  const original = ofHost.find((other) => {
    const identity = linkIdentities(other.version.url, knowledge);
    return strictlySame(other.version.snapshot.segments, version.snapshot.segments, identity);
  });
  if (original === undefined && originals.length < MOST_ORIGINALS) originals.push({ page, version });
  return original;
}

function hasSameBody(page: SharedText, other: SharedText): boolean {
  return page.sha256 !== null && other.sha256 !== null && Buffer.compare(page.sha256, other.sha256) === 0;
}
