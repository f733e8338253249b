import { runNumbered } from '../../crawl/history/page-versions.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Run } from '../../crawl/tables/run.ts';
import type { Store } from '../../database/store.ts';
import type { ChangeSummary } from '../../presentation/summary/change-summary.ts';
import { summaryOfRun } from './run-summary.ts';

interface KeptSummary {
  /** The newest run of the project when the summary was computed: a later run may change the identity of pages. */
  readonly asOf: string;
  readonly summary: ChangeSummary;
}

/** Enough for the unread runs of several projects. */
const MOST_RUNS = 60;
/** A larger summary is not cached: it keeps an id and keys of each updated page in memory. */
const MOST_PAGES = 20_000;

/** Cache for the summaries of finished runs: grouping equal changes has to read every updated page. */
export class RecentSummaries {
  readonly #store: Store;
  readonly #kept = new Map<number, KeptSummary>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns the same object while nothing has changed. `known`: the runs of the project, if the caller has them. Throws APP_RUN_UNKNOWN. */
  async of(project: Project, number: number, known?: readonly Run[]): Promise<ChangeSummary> {
    const runs = known ?? (await this.#store.runs.list(project.id));
    const run = runNumbered(runs, number);
    const newest = runs[0];
    const asOf = `${newest?.id} ${newest?.state} ${newest?.endedAt}`;
    const kept = this.#kept.get(run.id);
    if (kept?.asOf === asOf) return kept.summary;
    const summary = await summaryOfRun(this.#store, project, { run: number });
    this.#kept.delete(run.id);
    if (run.state !== 'finished' || summary.updated > MOST_PAGES) return summary;
    this.#kept.set(run.id, { asOf, summary });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_RUNS && oldest !== undefined) this.#kept.delete(oldest);
    return summary;
  }
}
