import type { SeenMemory } from '../track/index.ts';
import type { FeatureRows } from './tables/crawl-commit.ts';
import type { QueuedPage } from './tables/frontier.ts';
import type { NewVisit } from './tables/visit.ts';
import type { ChangedText, NewText } from './track/changed-text.ts';
import type { PageVersion } from './track/page-version.ts';

/** A visit as the stages before leave it. */
export interface JudgedVisit {
  readonly page: QueuedPage;
  readonly visit: NewVisit;
  /** Null when the visit brought no page. */
  readonly version: PageVersion | null;
  readonly news: ChangedText | null;
  /** What the page showed at all earlier visits; null when nothing on it is new. */
  readonly seen: SeenMemory | null;
}

/** Reads the text of a page that has no version to compare with. */
export interface NewTextReader {
  newText(page: QueuedPage, version: PageVersion): NewText | Promise<NewText>;
}

/** The last stage: finds what the project looks for in a visit, and whom it notifies. Called once for each visited page. */
export interface VisitObserver {
  /** What is committed with the visit; null when nothing happened to the page. */
  observe(judged: JudgedVisit): Promise<FeatureRows | null>;
}

/** What is committed with a batch of visits. */
export async function rowsOfVisits(
  observer: VisitObserver | null,
  visits: readonly JudgedVisit[],
): Promise<FeatureRows> {
  const all = new CollectedRows();
  if (observer !== null) for (const judged of visits) all.add(await observer.observe(judged));
  return all.rows;
}

/** Rows of several visits, which are written together. */
export class CollectedRows {
  readonly #rows: Record<string, unknown[]> = {};

  add(added: FeatureRows | null | undefined): void {
    // Most visits add no rows.
    if (added === null || added === undefined) return;
    for (const [name, rows] of Object.entries(added) as [string, readonly unknown[]][]) {
      this.#rows[name] ??= [];
      this.#rows[name].push(...rows);
    }
  }

  get rows(): FeatureRows {
    return this.#rows;
  }
}
