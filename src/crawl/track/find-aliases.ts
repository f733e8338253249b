import type { AliasNews, Run, SharedText, Store } from '../../store/index.ts';
import { linkIdentities } from './link-identities.ts';
import type { PageVersion } from './page-version.ts';
import type { SiteKnowledge } from './site-knowledge.ts';
import { storedVersion } from './stored-version.ts';
import { strictlySame } from './strict-same.ts';

const TEXTS_AT_ONCE = 200;
/** Pages of one text that differ in links or pictures; of a site with more of them, aliases of the first are found. */
const MOST_ORIGINALS = 20;

/**
 * Finds URLs that show the same page (E3), at the end of a run: equal texts by their hash, then text, links and pictures
 * themselves, since the text alone merges pages that differ in a picture (E7). Aliases whose page has become another part.
 */
export async function findAliases(store: Store, run: Run, knowledge: SiteKnowledge): Promise<void> {
  const known = await store.aliases.list(run.projectId);
  const open = new Set(known.map(({ pageId }) => pageId));
  let after: Uint8Array | null = null;
  for (;;) {
    const pages: readonly SharedText[] = await store.aliases.sharedTexts(run.projectId, {
      after,
      texts: TEXTS_AT_ONCE,
    });
    after = pages.at(-1)?.signature ?? null;
    if (after === null) break;
    const news = await compareAll(store, run, knowledge, pages);
    for (const { aliasOf, pageId } of pages) {
      if (aliasOf !== null && !news.parted.includes(pageId)) open.delete(pageId);
    }
    await keep(store, run, news);
  }
  // Those left share their text with nobody any more.
  await keep(store, run, { found: [], agreed: [], parted: [...open] });
}

async function keep(store: Store, { id: runId, projectId }: Run, aliases: AliasNews): Promise<void> {
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
  for (const group of Map.groupBy(pages, ({ signature }) =>
    Buffer.from(signature).toString('hex'),
  ).values()) {
    // The first of each kind is the page, the others are its aliases.
    const originals: Original[] = [];
    for (const page of group) {
      const original = await originalOf(page, originals, store, knowledge);
      if (original === undefined) {
        if (page.aliasOf !== null) news.parted.push(page.pageId);
      } else if (page.aliasOf !== original.page.pageId) {
        news.found.push({ pageId: page.pageId, ofPageId: original.page.pageId });
      } else if (page.goodRunId === run.id) news.agreed.push(page.pageId);
    }
  }
  return news;
}

interface Original {
  readonly page: SharedText;
  readonly version: PageVersion;
}

/** The page that this one is an alias of; undefined, and one original more, when it is none. */
async function originalOf(
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
