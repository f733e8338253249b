import { isUnconfirmed } from '../../crawl/projects/confirmation.ts';
import type { Project, Run } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import type { ProjectDefinition } from '../../project/index.ts';
import { definitionOf, plannedRun } from './planned-runs.ts';

/** What the files of projects say, each read once until it is edited: reading thousands of them takes seconds. */
export class ReadDefinitions {
  readonly #read = new Map<number, { readonly settings: string; readonly file: ProjectDefinition | null }>();

  async of(project: Project): Promise<ProjectDefinition | null> {
    const known = this.#read.get(project.id);
    if (known?.settings === project.settings) return known.file;
    const file = await definitionOf(project);
    this.#read.set(project.id, { settings: project.settings, file });
    return file;
  }
}

/** When projects with a schedule of their own run next. */
export function nextRuns(store: Store) {
  const definitions = new ReadDefinitions();
  return async (project: Project, latest: Run | null) => {
    const file = await definitions.of(project);
    const waitsForConfirmation = file?.confirm === true && isUnconfirmed(latest);
    // Without a schedule nobody has to look for the page that is due first.
    if (file?.schedule === undefined) return { at: null, waitsForConfirmation };
    const { at } = await plannedRun(store, project, Date.now(), { file, latest, lastTry: null });
    return { at, waitsForConfirmation };
  };
}
