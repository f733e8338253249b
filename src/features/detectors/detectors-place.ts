import { writeFile } from 'node:fs/promises';
import { whyUnwritable } from '../../base/index.ts';
import { changeProject } from '../../crawl/projects/change-project.ts';
import { editProject, parseProject } from '../../crawl/projects/project-file.ts';
import {
  type Authorship,
  byOperator,
  changedByUser,
  readStored,
  writeStored,
} from '../../crawl/projects/stored-project.ts';
import { AppError } from '../../crawl/run/errors.ts';
import { checkedSettings } from '../../crawl/run/run-settings.ts';
import type { AuditNote, Project } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import type { DetectorDefinition } from '../../detect/index.ts';
import type { ProjectDefinition } from '../../project/index.ts';

/** Where the detectors of a project are written. */
export interface DetectorsPlace {
  /** The name of the project, or the path of its file, as messages show it. */
  readonly shown: string;
  readonly definitions: readonly DetectorDefinition[];
  /** Replaces them; what is written around them stays as it is. */
  keep(definitions: readonly DetectorDefinition[]): Promise<void>;
}

/** In a file on disk. Throws PROJECT_FILE_INVALID; `keep` throws APP_FILE_UNWRITABLE. */
export function detectorsInFile(path: string, text: string): DetectorsPlace {
  const { detectors = [] } = parseProject(text, { fileName: path });
  return {
    shown: path,
    definitions: detectors,
    keep: async (definitions) => {
      const edited = editProject(text, withDetectors(definitions), { fileName: path });
      try {
        await writeFile(path, edited);
      } catch (error) {
        throw new AppError('APP_FILE_UNWRITABLE', `cannot write ${path}: ${whyUnwritable(error)}`);
      }
    },
  };
}

/** In a stored project: in its file, or in the settings of an address. */
export async function detectorsOfProject(
  store: Pick<Store, 'projects'>,
  project: Project,
  by: Authorship['by'] = 'operator',
  notes: readonly AuditNote[] = [],
): Promise<DetectorsPlace> {
  const { name, id, startUrl } = project;
  const stored = readStored(project.settings);
  const { file, settings } = stored;
  if (file !== null) {
    return {
      shown: name,
      definitions: parseProject(file, { fileName: name }).detectors ?? [],
      keep: (definitions) =>
        changeProject(
          store as Store,
          project,
          editProject(file, withDetectors(definitions), { fileName: name }),
          by === 'user' ? changedByUser(stored) : byOperator,
          notes,
        ),
    };
  }
  const checked = await checkedSettings(settings);
  return {
    shown: name,
    definitions: checked.detectors,
    keep: async (detectors) => {
      const changed = writeStored({ ...stored, settings: { ...checked, detectors } });
      await store.projects.change(id, { startUrl, settings: changed }, notes);
    },
  };
}

/** Without any, the key goes too. */
const withDetectors =
  (definitions: readonly DetectorDefinition[]) =>
  ({ detectors: _, ...project }: ProjectDefinition): ProjectDefinition =>
    definitions.length === 0
      ? project
      : { ...project, detectors: definitions as NonNullable<ProjectDefinition['detectors']> };
