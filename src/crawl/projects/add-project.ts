import type { Store } from '../../database/store.ts';
import type { ProjectFile } from '../../project/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { AppError } from '../run/errors.ts';
import { checkedSettings, settingsInFile } from '../run/run-settings.ts';
import type { StepAction } from '../steps/step-action.ts';
import type { AuditNote, Project } from '../tables/records.ts';
import { requireNewName, storeNewProject } from './new-project.ts';
import { readProject } from './project-file.ts';
import { type Authorship, byOperator, writeStored } from './stored-project.ts';

export interface ProjectFileToAdd {
  readonly text: string | Uint8Array;
  /** Shown in messages. */
  readonly fileName: string;
  /** The folder of the file: files that it names are looked for there. */
  readonly folder: string;
  /** Actions for its steps, in addition to the built-in ones. */
  readonly stepActions?: readonly StepAction<never>[];
}

interface AddedProject {
  readonly project: Project;
  readonly isNew: boolean;
}

/** What is kept together with a change to a project: whose own a new one is, and the lines of the audit log. */
interface ProjectRecord {
  /** The id of the user; null for nobody's. */
  readonly owner: number | null;
  readonly notes: (project: string) => readonly AuditNote[];
}

const nothing: ProjectRecord = { owner: null, notes: () => [] };

/** Stores a project file, and replaces a project of the same name. Throws PROJECT_FILE_INVALID. */
export async function addProject(
  store: Store,
  file: ProjectFileToAdd,
  now: () => number = Date.now,
  written: Authorship = byOperator,
  record: ProjectRecord = nothing,
): Promise<AddedProject> {
  return keep(store, readProject(file.text, file), file.folder, now, written, record);
}

/**
 * Stores several project files, or none when one of them cannot be used. Throws PROJECT_FILE_INVALID, and
 * APP_PROJECT_EXISTS for a name that is taken, unless the file may replace the old one; APP_PROJECT_NAME_INVALID.
 */
export async function addProjects(
  store: Store,
  files: readonly ProjectFileToAdd[],
  {
    replace,
    written = byOperator,
    record = nothing,
  }: { readonly replace: boolean; readonly written?: Authorship; readonly record?: ProjectRecord },
): Promise<readonly AddedProject[]> {
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
  const added: AddedProject[] = [];
  for (const { read: file, folder } of read)
    added.push(await keep(store, file, folder, Date.now, written, record));
  return added;
}

async function keep(
  store: Store,
  { definition, text }: ProjectFile,
  folder: string,
  now: () => number,
  written: Authorship,
  { owner, notes }: ProjectRecord,
): Promise<AddedProject> {
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
