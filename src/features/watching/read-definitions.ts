import type { Project } from '../../crawl/tables/records.ts';
import type { ProjectDefinition } from '../../project/index.ts';
import { definitionOf } from './planned-runs.ts';

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
