import type { NearDuplicateClass } from '../../crawl/history/run-report.ts';
import type { PageVisit, Project, Run } from '../../crawl/tables/records.ts';
import { StoreError } from '../../database/errors.ts';
import type { Store } from '../../database/store.ts';
import { readDocument, readForComparison } from '../../document/index.ts';
import { contentSetting, crawlhashOfText, type FeatureSet, HammingIndex } from '../../fingerprint/index.ts';
import type { SummaryPage } from '../../presentation/summary/change-summary.ts';
import { inParts } from './in-parts.ts';

/** Bits of the Crawlhash that near-duplicates may differ in. The text itself decides; a page of few words differs in more bits. */
const MOST_BITS = 10;
/** Pages whose text is compared with that of a page whose Crawlhash is near. */
const MOST_COMPARED = 4;
/** Texts that are kept to be compared with others. */
const MOST_KEPT = 500;

type Content = Pick<PageVisit, 'sha256' | 'type' | 'headers'>;

/** The classes of near-duplicates among the pages that a run found, the largest first; aliases are no pages of their own. */
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
      yield { pageId, content: visit, shown: { file: String(pageId), url, identity } };
  }
}

interface FoundPage {
  readonly pageId: number;
  readonly content: Content;
  readonly shown: SummaryPage;
}

/** Each page joins the first class whose first page it is a near-duplicate of, or begins its own. */
class Classes {
  readonly #store: Store;
  readonly #method = contentSetting();
  readonly #index = new HammingIndex(64);
  readonly #found: { readonly first: FoundPage; readonly pages: SummaryPage[] }[] = [];
  readonly #texts = new Map<number, FeatureSet>();

  constructor(store: Store) {
    this.#store = store;
  }

  get all(): readonly NearDuplicateClass[] {
    return this.#found.map(({ first, pages }) => ({ of: first.shown, pages }));
  }

  async add(page: FoundPage): Promise<void> {
    const bytes = await this.#read(page.content);
    const document = bytes === null ? null : readDocument(bytes, contentType(page.content));
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
    if (isSameContent(page.content, other.content)) return true;
    const [text, otherText] = [await this.#textOf(page), await this.#textOf(other)];
    return text !== null && otherText !== null && this.#method.isNearDuplicate(text, otherText);
  }

  async #textOf({ pageId, content }: FoundPage): Promise<FeatureSet | null> {
    const known = this.#texts.get(pageId);
    if (known !== undefined) return known;
    const bytes = await this.#read(content);
    if (bytes === null) return null;
    const text = this.#method.fingerprint(readForComparison(bytes, contentType(content)));
    const [oldest] = this.#texts.keys();
    if (this.#texts.size >= MOST_KEPT && oldest !== undefined) this.#texts.delete(oldest);
    this.#texts.set(pageId, text);
    return text;
  }

  /** Null for content that is damaged or gone. */
  async #read({ sha256 }: Content): Promise<Uint8Array | null> {
    if (sha256 === null) return null;
    try {
      return await this.#store.contents.read(sha256);
    } catch (error) {
      if (error instanceof StoreError && error.decision === 'skip') return null;
      throw error;
    }
  }
}

function contentType({ headers, type }: Content): string | null {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? type;
}

function isSameContent({ sha256: one }: Content, { sha256: other }: Content): boolean {
  return one !== null && other !== null && Buffer.compare(one, other) === 0;
}
