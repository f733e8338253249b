import type { RunEnding } from '../../app/index.ts';
import type { PageVisit, Project, Store } from '../../store/index.ts';

/**
 * Removes a new project whose site gave no answer to anything: it would only be in the way of the next attempt, which may
 * have another address. Throws APP_SITE_UNREADABLE then.
 */
export async function forgetUnanswered(
  store: Store,
  name: string,
  { state, pages, errors }: Pick<RunEnding, 'state' | 'pages' | 'errors'>,
  dataFolder: string,
): Promise<void> {
  const project = await store.projects.find(name);
  if (project === null || state !== 'finished' || pages > 0 || errors === 0) return;
  const visits = await visitsOf(store, project);
  if (visits.some(({ status }) => status !== null)) return;
  const { AppError, removeProject } = await import('../../app/index.ts');
  await removeProject(store, project, dataFolder);
  throw new AppError(
    'APP_SITE_UNREADABLE',
    `${project.startUrl} could not be read; nothing saved. ${visits[0]?.errorMessage ?? ''}`.trimEnd(),
  );
}

/** Removes a new project whose first run failed before it visited anything, as when the log-in was refused. */
export async function forgetUnvisited(store: Store, name: string, dataFolder: string): Promise<void> {
  const project = await store.projects.find(name);
  if (project === null || (await visitsOf(store, project)).length > 0) return;
  const { removeProject } = await import('../../app/index.ts');
  await removeProject(store, project, dataFolder);
}

/** The first visits of the newest run. */
async function visitsOf(store: Store, { id }: Project): Promise<readonly PageVisit[]> {
  const run = await store.runs.latest(id);
  return run === null ? [] : store.visits.ofRun(run.id, { limit: 100 });
}
