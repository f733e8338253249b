import { AppError, type RunEnding, removeProject } from '../../app/index.ts';
import type { Store } from '../../store/index.ts';

/**
 * Removes a new project whose site gave no answer to anything: it would only be in the way of the next attempt, which may
 * have another address. Throws APP_SITE_UNREADABLE then.
 */
export async function forgetUnanswered(
  store: Store,
  name: string,
  { state, pages, errors }: RunEnding,
  dataFolder: string,
): Promise<void> {
  const project = await store.projects.find(name);
  if (project === null || state !== 'finished' || pages > 0 || errors === 0) return;
  const asked = await store.pages.list(project.id, { limit: errors + 1 });
  if (asked.some(({ status }) => status !== null)) return;
  const [visit] = asked[0] === undefined ? [] : await store.visits.ofPage(asked[0].id, 1);
  await removeProject(store, project, dataFolder);
  throw new AppError(
    'APP_SITE_UNREADABLE',
    `${project.startUrl} gave no answer; nothing saved. ${visit?.errorMessage ?? ''}`.trimEnd(),
  );
}
