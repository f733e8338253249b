import type { Project, Store } from '../../store/index.ts';
import { AppError } from '../errors.ts';
import { addProject } from './add-project.ts';
import { parseProject } from './project-file.ts';
import { readStored } from './stored-project.ts';

/** Whether a text can take the place of a project's file. Throws PROJECT_FILE_INVALID or APP_PROJECT_RENAMED. */
export function checkChange(project: Project, text: string): void {
  const { name } = parseProject(text, { fileName: project.name });
  if (name === project.name) return;
  throw new AppError(
    'APP_PROJECT_RENAMED',
    `the project "${project.name}" cannot become "${name}": its runs and pages stand under the old name. Leave the name as it was; for another project, save the file and run tidemark projects add.`,
  );
}

/**
 * Puts a changed file in the place of a project's own. `before` is the project as it was when the change began: throws
 * APP_PROJECT_CHANGED when somebody else was faster, besides what `checkChange` throws.
 */
export async function changeProject(store: Store, before: Project, text: string): Promise<void> {
  checkChange(before, text);
  const now = await store.projects.find(before.name);
  if (now?.settings !== before.settings) {
    throw new AppError(
      'APP_PROJECT_CHANGED',
      `the project "${before.name}" was changed or removed by somebody else meanwhile. Look at it with tidemark projects export, and begin again.`,
    );
  }
  const { folder } = readStored(before.settings);
  await addProject(store, { text, fileName: before.name, folder });
}
