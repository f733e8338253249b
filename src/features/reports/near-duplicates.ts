import { inParts } from '../../crawl/history/in-parts.ts';
import type { NearDuplicateClass } from '../../crawl/history/run-report.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Run } from '../../crawl/tables/run.ts';
import type { PageVisit } from '../../crawl/tables/visit.ts';
import { StoreError } from '../../database/errors.ts';
import type { Store } from '../../database/store.ts';
import { readDocument, readForComparison } from '../../document/index.ts';
import { contentSetting, crawlhashOfText, type FeatureSet, HammingIndex } from '../../fingerprint/index.ts';
import type { SummaryPage } from '../../presentation/summary/change-summary.ts';

/** In how many bits the Crawlhashes of near-duplicates may differ. The text itself decides, because short pages differ in more bits. */
const MOST_BITS = 10;
/** With how many pages of a similar Crawlhash the text of a page is compared. */
const MOST_COMPARED = 4;
/** How many bytes of a page are compared; of a longer page, only its beginning. The Crawlhash is computed from the whole text. */
const MOST_BYTES = 256 * 1024;
/** How many features of texts are kept in memory for comparison: 16 bytes each. */
const MOST_KEPT = 2_000_000;

/** The classes of near-duplicates among the pages that a run found, the largest first. Aliases are left out: they are not separate pages. */
export async function nearDuplicatesOfRun(
  store: Store,
  project: Project,
  run: Run,
): Promise<readonly NearDuplicateClass[]> {
  const aliases = new Set((await store.aliases.list(project.id)).map(({ pageId }) => pageId));
  const classes = new Classes(store);
  for await (const page of foundPages(store, run)) if (!aliases.has(page.pageId)) await classes.add(page);
  return classes.all
    .filter(({ pages }) => pages.length > 0)
    .toSorted((a, b) => b.pages.length - a.pages.length);
}

async function* foundPages(store: Store, run: Run): AsyncGenerator<FoundPage> {
  const visits = inParts(({ after, limit }) =>
    store.visits.flagged(run.id, { after, limit, flags: ['NEW', 'SAM', 'UPD'] }),
  );
  for await (const { pageId, url, identity } of visits) {
    const visit = await store.visits.find(run.id, pageId);
    if (visit?.sha256 != null)
      yield {
        pageId,
        sha256: visit.sha256,
        type: contentType(visit),
        shown: { file: String(pageId), url, identity },
      };
  }
}

function contentType({ headers, type }: PageVisit): string | null {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? type;
}

interface FoundPage {
  readonly pageId: number;
  readonly sha256: Uint8Array;
  readonly type: string | null;
  readonly shown: SummaryPage;
}

/** Each page joins the first class whose first page it nearly duplicates, or starts a new class. */
class Classes {
  readonly #store: Store;
  readonly #method = contentSetting();
  readonly #index = new HammingIndex(64);
  readonly #found: { readonly first: FoundPage; readonly pages: SummaryPage[] }[] = [];
  readonly #texts = new Map<number, FeatureSet>();
  #features = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  get all(): readonly NearDuplicateClass[] {
    return this.#found.map(({ first, pages }) => ({ of: first.shown, pages }));
  }

  async add(page: FoundPage): Promise<void> {
    const bytes = await this.#read(page);
    const document = bytes === null ? null : readDocument(bytes, page.type);
    if (document?.type !== 'html' || document.html.bodyText === '') return;
    const hash = crawlhashOfText(document.html.bodyText);
    const near = this.#index
      .within(hash, MOST_BITS)
      .toSorted((a, b) => a.distance - b.distance || a.id - b.id);
    for (const { id } of near.slice(0, MOST_COMPARED)) {
      const known = this.#found[id];
      if (known === undefined || !(await this.#isNear(known.first, page))) continue;
      known.pages.push(page.shown);
      return;
    }
    this.#index.add(hash);
    this.#found.push({ first: page, pages: [] });
  }

  async #isNear(page: FoundPage, other: FoundPage): Promise<boolean> {
    if (Buffer.compare(page.sha256, other.sha256) === 0) return true;
    const [text, otherText] = [await this.#textOf(page), await this.#textOf(other)];
    return text !== null && otherText !== null && this.#method.isNearDuplicate(text, otherText);
  }

  async #textOf(page: FoundPage): Promise<FeatureSet | null> {
    const known = this.#texts.get(page.pageId);
    if (known !== undefined) return known;
    const bytes = await this.#read(page);
    if (bytes === null) return null;
    const text = this.#method.fingerprint(readForComparison(bytes.subarray(0, MOST_BYTES), page.type));
    this.#texts.set(page.pageId, text);
    this.#features += text.hashes.length;
    for (const [oldest, { hashes }] of this.#texts) {
      if (this.#features <= MOST_KEPT) break;
      this.#texts.delete(oldest);
      this.#features -= hashes.length;
    }
    return text;
  }

  /** Null for content that is damaged or missing. */
  async #read({ sha256 }: FoundPage): Promise<Uint8Array | null> {
    try {
      return await this.#store.contents.read(sha256);
    } catch (error) {
      if (error instanceof StoreError && error.decision === 'skip') return null;
      throw error;
    }
  }
}
