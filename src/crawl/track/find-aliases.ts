import type { Store } from '../../database/store.ts';
import { commitRows } from '../commit-rows.ts';
import type { AliasChanges, SharedText } from '../tables/alias.ts';
import type { Run } from '../tables/run.ts';
import { type PageVersion, storedVersion } from './page-version.ts';
import { type PagePair, SamePage } from './same-page.ts';
import type { SiteKnowledge } from './site-knowledge.ts';
import type { TwinFetch } from './twin-fetch.ts';

const TEXTS_AT_ONCE = 200;
/** The most originals per text: pages with one text, but different links or pictures, that other pages are compared with. */
const MOST_ORIGINALS = 20;
/** The most of these originals that are compared although they may differ by noise. */
const MOST_NOISY_ORIGINALS = 3;

/** Pages that are not new, but look alike, are compared more closely once in this many runs. */
const VISITS_PER_LOOK = 4;

interface FindAliasesOptions {
  readonly store: Store;
  readonly run: Run;
  readonly knowledge: SiteKnowledge;
  /** Null when pages are never fetched twice. */
  readonly twins: TwinFetch | null;
}

/**
 * Finds URLs that show the same page, at the end of a run: first equal texts by their hash, then texts that are equal without
 * their noise; and then text, links and pictures, because the text alone would merge pages that differ in a picture.
 * An alias that has become a different page stops being one.
 */
export async function findAliases(options: FindAliasesOptions): Promise<void> {
  const search = new AliasSearch(options);
  const known = await options.store.aliases.list(options.run.projectId);
  await search.among('signature');
  await search.among('quiet_signature');
  const parted = known.map(({ pageId }) => pageId).filter((pageId) => !search.confirmed.has(pageId));
  await search.commit({ found: [], agreed: [], parted });
}

/** A page that others may be aliases of: the first one with its content. */
interface Original {
  readonly page: SharedText;
  readonly host: string;
  readonly version: PageVersion;
}

class AliasSearch {
  /** Pages whose current content confirms that they are aliases. */
  readonly confirmed = new Set<number>();
  readonly #options: FindAliasesOptions;
  readonly #samePage: SamePage;

  constructor(options: FindAliasesOptions) {
    this.#options = options;
    this.#samePage = new SamePage(options.knowledge, options.twins);
  }

  async among(of: 'signature' | 'quiet_signature'): Promise<void> {
    const { store, run } = this.#options;
    let after: Uint8Array | null = null;
    for (;;) {
      const part = { after, texts: TEXTS_AT_ONCE, of };
      const pages: readonly SharedText[] = await store.aliases.sharedTexts(run.projectId, part);
      after = pages.at(-1)?.signature ?? null;
      if (after === null) return;
      const byText = Map.groupBy(pages, ({ signature }) => Buffer.from(signature).toString('hex'));
      for (const group of byText.values()) await this.commit(await this.#aliasesIn(group));
    }
  }

  async commit(aliases: AliasChanges): Promise<void> {
    if (Object.values(aliases).every(({ length }) => length === 0)) return;
    await commitRows(this.#options, { aliases });
  }

  async #aliasesIn(pages: readonly SharedText[]): Promise<AliasChanges> {
    const found: { pageId: number; ofPageId: number }[] = [];
    const agreed: number[] = [];
    const originals: Original[] = [];
    for (const page of pages) {
      if (this.confirmed.has(page.pageId)) continue;
      const original = await this.#originalOf(page, originals);
      if (original === undefined) continue;
      this.confirmed.add(page.pageId);
      const ofPageId = original.page.pageId;
      if (page.aliasOf !== ofPageId) found.push({ pageId: page.pageId, ofPageId });
      else if (page.goodRunId === this.#options.run.id) agreed.push(page.pageId);
    }
    return { found, agreed, parted: [] };
  }

  /** The page that this one is an alias of. Undefined when there is none: this page then becomes an original itself. */
  async #originalOf(page: SharedText, originals: Original[]): Promise<Original | undefined> {
    const { host } = new URL(page.url);
    const ofHost = originals.filter((other) => other.host === host);
    const sameBody = ofHost.find((other) => hasSameBody(other.page, page));
    if (sameBody !== undefined) return sameBody;
    const version = await storedVersion(this.#options.store, page);
    const pairs = ofHost.map((original) => ({ original, pair: this.#pairOf(original, page, version) }));
    const same = pairs.find(({ pair }) => this.#samePage.isExactlySame(pair));
    if (same !== undefined) return same.original;
    for (const { original, pair } of pairs.slice(0, MOST_NOISY_ORIGINALS)) {
      if (await this.#samePage.isSameButForNoise(pair)) return original;
    }
    if (originals.length < MOST_ORIGINALS) originals.push({ page, host, version });
    return undefined;
  }

  #pairOf(original: Original, page: SharedText, version: PageVersion): PagePair {
    const { run } = this.#options;
    return {
      original: original.version,
      other: version,
      url: page.url,
      isKnown: page.aliasOf === original.page.pageId,
      mayFetch:
        run.number % VISITS_PER_LOOK === 0 ||
        [original.page, page].some(({ versionRunId }) => versionRunId === run.id),
    };
  }
}

function hasSameBody(page: SharedText, other: SharedText): boolean {
  return page.sha256 !== null && other.sha256 !== null && Buffer.compare(page.sha256, other.sha256) === 0;
}
