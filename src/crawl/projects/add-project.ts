import type { Store } from '../../database/store.ts';
import type { ProjectFile } from '../../project/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { AppError } from '../run/errors.ts';
import { checkedSettings, settingsInFile } from '../run/run-settings.ts';
import type { StepAction } from '../steps/step-action.ts';
import type { AuditNote } from '../tables/audit-log.ts';
import type { Project } from '../tables/project.ts';
import { requireNewName, storeNewProject } from './new-project.ts';
import { readProject } from './project-file.ts';
import { type Authorship, byOperator, writeStored } from './stored-project.ts';

export interface ProjectFileToAdd {
  readonly text: string | Uint8Array;
  /** Shown in messages. */
  readonly fileName: string;
  /** The folder of the file; paths in the file are relative to it. */
  readonly folder: string;
  /** Actions for its steps, in addition to the built-in ones. */
  readonly stepActions?: readonly StepAction<never>[];
}

/** What is stored together with a change to a project: the owner of a new project, and the lines of the audit log. */
interface ProjectRecord {
  /** The id of the user; null without one. */
  readonly owner: number | null;
  readonly notes: (project: string) => readonly AuditNote[];
}

interface AddOptions {
  readonly now?: () => number;
  /** Default: the operator. */
  readonly written?: Authorship;
  readonly record?: ProjectRecord;
}

/** Stores a project file, and replaces a project of the same name. Throws PROJECT_FILE_INVALID. */
export async function addProject(
  store: Store,
  file: ProjectFileToAdd,
  options: AddOptions = {},
): ReturnType<typeof keep> {
  return keep(store, readProject(file.text, file), file.folder, options);
}

/**
 * Stores several project files, or none when one of them is invalid. Throws PROJECT_FILE_INVALID, and
 * APP_PROJECT_EXISTS for a name that is in use, unless the file may replace the old one; APP_PROJECT_NAME_INVALID.
 */
export async function addProjects(
  store: Store,
  files: readonly ProjectFileToAdd[],
  { replace, ...options }: AddOptions & { readonly replace: boolean },
): Promise<readonly Awaited<ReturnType<typeof keep>>[]> {
  const read = files.map((file) => ({ ...file, read: readProject(file.text, file) }));
  const fileOf = new Map<string, string>();
  for (const { fileName, read: file } of read) {
    const { name } = file.definition;
    const other = fileOf.get(name.toLowerCase());
    if (other !== undefined) {
      throw new AppError(
        'APP_PROJECT_EXISTS',
        `${other} and ${fileName} are both called "${name}": give one of them another name.`,
      );
    }
    fileOf.set(name.toLowerCase(), fileName);
    const known = await store.projects.find(name);
    if (known === null) await requireNewName(store, name);
    if (!replace && known !== null) {
      throw new AppError(
        'APP_PROJECT_EXISTS',
        `${fileName}: there is a project "${name}" already. Use --replace to change it, or choose another name.`,
      );
    }
  }
  const added = [];
  for (const { read: file, folder } of read) added.push(await keep(store, file, folder, options));
  return added;
}

async function keep(
  store: Store,
  { definition, text }: ProjectFile,
  folder: string,
  {
    now = Date.now,
    written = byOperator,
    record: { owner, notes } = { owner: null, notes: () => [] },
  }: AddOptions,
): Promise<{ readonly project: Project; readonly isNew: boolean }> {
  const { name } = definition;
  const settings = writeStored({
    settings: await checkedSettings(settingsInFile(definition)),
    file: text,
    folder,
    written,
  });
  const startUrl = normalizeUrl(definition.source.url);
  const known = await store.projects.find(name);
  if (known === null) {
    const project = { name, startUrl, settings, createdAt: now() };
    return { project: await storeNewProject(store, project, { owner, notes: notes(name) }), isNew: true };
  }
  await store.projects.change(known.id, { startUrl, settings }, notes(name));
  return { project: { ...known, startUrl, settings }, isNew: false };
}
