import { isUnconfirmed } from '../../crawl/projects/confirmation.ts';
import type { StoredFacts } from '../../crawl/projects/stored-facts.ts';
import type { Project, Run } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import { plannedRun } from './planned-runs.ts';

/** When projects with a schedule of their own run next. */
export const nextRuns =
  (store: Store, known: StoredFacts) =>
  async (
    project: Project,
    latest: Run | null,
  ): Promise<{ readonly at: number | null; readonly waitsForConfirmation: boolean }> => {
    const facts = await known.of(project);
    const waitsForConfirmation = facts?.confirms === true && isUnconfirmed(latest);
    // Most projects have no schedule of their own: then nothing has to look for the page that is due first.
    if ((facts?.schedule ?? null) === null) return { at: null, waitsForConfirmation };
    const { at } = await plannedRun(store, project, Date.now(), { facts, latest, lastTry: null });
    return { at, waitsForConfirmation };
  };
