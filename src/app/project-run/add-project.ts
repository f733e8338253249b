import { readProjectFile } from '../../project/index.ts';
import type { Project, Store } from '../../store/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { checkedSettings } from '../crawl-settings.ts';
import { settingsOfProject } from './settings-of-project.ts';
import { writeStored } from './stored-project.ts';

export interface ProjectFileToAdd {
  readonly text: string | Uint8Array;
  /** Shown in messages. */
  readonly fileName: string;
  /** Where the file stands: files that it names are looked for there. */
  readonly folder: string;
}

/** Keeps a project file; one of the same name takes the place of the old one. Throws PROJECT_FILE_INVALID. */
export async function addProject(
  store: Store,
  { text: file, fileName, folder }: ProjectFileToAdd,
): Promise<{ readonly project: Project; readonly isNew: boolean }> {
  const { definition, text } = readProjectFile(file, { fileName });
  const settings = writeStored(checkedSettings(settingsOfProject(definition)), text, folder);
  const startUrl = normalizeUrl(definition.source.url);
  const known = await store.projects.find(definition.name);
  if (known === null) {
    const project = { name: definition.name, startUrl, settings, createdAt: Date.now() };
    return { project: await store.projects.create(project), isNew: true };
  }
  await store.projects.change(known.id, { startUrl, settings });
  return { project: { ...known, startUrl, settings }, isNew: false };
}
