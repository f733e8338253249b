import { type FoundPage, findPages } from '../crawl/history/find-page.ts';
import { type StoredVersion, storedVersions, versionAsOfRun } from '../crawl/history/page-versions.ts';
import type { Project } from '../crawl/tables/project.ts';
import type { Run } from '../crawl/tables/run.ts';
import type { Store } from '../database/store.ts';
import { notFound } from './errors.ts';
import type { Caller } from './gate.ts';

/** By name, in the order of code points, as the database has it. */
export async function projectsSeenBy(store: Store, caller: Caller): Promise<readonly Project[]> {
  const seen = (await store.projects.list()).filter(({ id }) => caller.sees(id));
  return seen.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The project of this name, or all without one, as far as the caller sees them. */
export async function projectsAsked(
  store: Store,
  caller: Caller,
  name: string | undefined,
): Promise<readonly Project[]> {
  if (name === undefined) return projectsSeenBy(store, caller);
  const project = await store.projects.find(name);
  return project !== null && caller.sees(project.id) ? [project] : [];
}

/** Throws API_NOT_FOUND without naming other projects, which the caller may not know of. */
export async function projectCalled(store: Pick<Store, 'projects'>, name: string): Promise<Project> {
  const project = await store.projects.find(name);
  if (project === null) throw notFound(`project "${name}"`);
  return project;
}

/** Throws API_NOT_FOUND. */
export async function runCalled(store: Store, { id, name }: Project, number: number): Promise<Run> {
  const [found] = await store.runs.list(id, { below: number + 1, limit: 1 });
  if (found?.number !== number) throw notFound(`run ${number} of the project "${name}"`);
  return found;
}

/** The page with this file id, or the one that it turned out to be. Throws API_NOT_FOUND. */
export async function pageWithId(store: Store, name: string, file: string): Promise<FoundPage> {
  const project = await projectCalled(store, name);
  const [found] = await findPages(store, [project], file);
  if (found === undefined) throw notFound(`page ${file} in the project "${name}"`);
  return found;
}

/** The version that a page had when a run ended; the newest without one. Throws API_NOT_FOUND. */
export async function versionAsOf(
  store: Store,
  project: string,
  file: string,
  number: number | undefined,
): Promise<StoredVersion> {
  const history = await storedVersions(store, await pageWithId(store, project, file));
  const version = versionAsOfRun(history, number ?? Number.POSITIVE_INFINITY);
  if (version === 'lost')
    throw notFound(`content of page ${file} in the project "${project}" as of run ${number} any more`);
  if (version === null) throw notFound(`version of page ${file} in the project "${project}"`);
  return version;
}
