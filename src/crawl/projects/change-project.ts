import type { Store } from '../../database/store.ts';
import { AppError } from '../run/errors.ts';
import type { AuditNote } from '../tables/audit-log.ts';
import type { Project } from '../tables/project.ts';
import { addProject } from './add-project.ts';
import { parseProject } from './project-file.ts';
import { type Authorship, byOperator, readStored } from './stored-project.ts';

/** Checks that a text can replace a project's file. Throws PROJECT_FILE_INVALID or APP_PROJECT_RENAMED. */
export function checkChange(project: Project, text: string): void {
  const { name } = parseProject(text, { fileName: project.name });
  if (name === project.name) return;
  throw new AppError(
    'APP_PROJECT_RENAMED',
    `the project "${project.name}" cannot become "${name}": its runs and pages are stored under the old name. Keep the name; for a new project, save the file and run tidemark projects add.`,
  );
}

/**
 * Replaces a project's file with a changed one. `before` is the project when the change began: throws
 * APP_PROJECT_CHANGED when the project was changed since then, and what `checkChange` throws.
 */
export async function changeProject(
  store: Store,
  before: Project,
  text: string,
  written: Authorship = byOperator,
  notes: readonly AuditNote[] = [],
): Promise<void> {
  checkChange(before, text);
  const now = await store.projects.find(before.name);
  if (now?.settings !== before.settings) {
    throw new AppError(
      'APP_PROJECT_CHANGED',
      `the project "${before.name}" was changed or removed in the meantime. Look at it with tidemark projects export, and start again.`,
    );
  }
  const { folder } = readStored(before.settings);
  const record = { owner: null, notes: () => notes };
  await addProject(store, { text, fileName: before.name, folder }, { written, record });
}
