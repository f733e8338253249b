import { runNumbered } from '../../crawl/history/page-versions.ts';
import type { Project, Run } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import type { ChangeSummary } from '../../presentation/summary/change-summary.ts';
import { summaryOfRun } from './report-run.ts';

interface KeptSummary {
  /** The newest run of the project when it was read: a later one may find out that pages are others. */
  readonly asOf: string;
  readonly news: ChangeSummary;
}

/** Enough for the unread runs of some projects. */
const MOST_RUNS = 60;
/** Of each updated page, an id and keys are in memory. */
const MOST_PAGES = 20_000;

/** What finished runs told, for those who ask again: it takes a look at each updated page to put equal changes together. */
export class RecentSummaries {
  readonly #store: Store;
  readonly #kept = new Map<number, KeptSummary>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Throws APP_RUN_UNKNOWN. The same object while nothing changed; `known`: the runs of the project, for those who have them. */
  async of(project: Project, number: number, known?: readonly Run[]): Promise<ChangeSummary> {
    const runs = known ?? (await this.#store.runs.list(project.id));
    const run = runNumbered(runs, number);
    const newest = runs[0];
    const asOf = `${newest?.id} ${newest?.state} ${newest?.endedAt}`;
    const kept = this.#kept.get(run.id);
    if (kept?.asOf === asOf) return kept.news;
    const news = await summaryOfRun(this.#store, project, { run: number });
    this.#kept.delete(run.id);
    if (run.state !== 'finished' || news.updated > MOST_PAGES) return news;
    this.#kept.set(run.id, { asOf, news });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_RUNS && oldest !== undefined) this.#kept.delete(oldest);
    return news;
  }
}
