import type { Store } from '../../database/store.ts';
import { AppError } from '../run/errors.ts';
import type { AuditNote } from '../tables/audit-log.ts';
import type { Project } from '../tables/project.ts';

/** Control characters, line separators, and invisible characters that make one name look like another (bidi, zero width). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/**
 * Throws APP_PROJECT_NAME_INVALID for a name that no browser can open or that has invisible characters, and APP_PROJECT_EXISTS for a name that
 * differs from that of another project only in capitals. Only new projects are checked: older ones can still be opened and removed.
 */
export async function requireNewName(store: Pick<Store, 'projects'>, name: string): Promise<void> {
  if (name === '.' || name === '..')
    throw new AppError(
      'APP_PROJECT_NAME_INVALID',
      `a project cannot be called "${name}", which browsers take for a folder: choose another name.`,
    );
  if (UNSEEN.test(name))
    throw new AppError(
      'APP_PROJECT_NAME_INVALID',
      `the name ${JSON.stringify(name.replaceAll(new RegExp(UNSEEN, 'g'), '�'))} has invisible characters: leave them out.`,
    );
  const small = name.toLowerCase();
  const alike = (await store.projects.list()).find(
    (project) => project.name !== name && project.name.toLowerCase() === small,
  );
  if (alike !== undefined)
    throw new AppError(
      'APP_PROJECT_EXISTS',
      `"${name}" differs from another project only in capitals: choose another name.`,
    );
}

/** Stores a new project. Throws what `requireNewName` throws. */
export async function storeNewProject(
  store: Pick<Store, 'projects'>,
  project: Omit<Project, 'id'>,
  record?: { readonly owner: number | null; readonly notes: readonly AuditNote[] },
): Promise<Project> {
  await requireNewName(store, project.name);
  return store.projects.create(project, record);
}
