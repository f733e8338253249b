import { writeFile } from 'node:fs/promises';
import { didYouMean } from '../../access/index.ts';
import { whyUnwritable } from '../../base/index.ts';
import { compiledDetectors } from '../../crawl/compiled-detectors.ts';
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
import type { AuditNote } from '../../crawl/tables/audit-log.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Store } from '../../database/store.ts';
import type { Detector, DetectorDefinition } from '../../detect/index.ts';
import type { ProjectDefinition } from '../../project/index.ts';

/** Where the detectors of a project are stored. */
export interface DetectorsPlace {
  /** The name of the project, or the path of its file, as messages show it. */
  readonly shown: string;
  readonly definitions: readonly DetectorDefinition[];
  /** Replaces the detectors; the text around them stays unchanged. */
  keep(definitions: readonly DetectorDefinition[]): Promise<void>;
}

/** Detectors in a file on disk. Throws PROJECT_FILE_INVALID; `keep` throws APP_FILE_UNWRITABLE. */
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

/** Detectors of a stored project: in its file, or in the settings of an address. */
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

/** Removes the key when there are no detectors. */
const withDetectors =
  (definitions: readonly DetectorDefinition[]) =>
  ({ detectors: _, ...project }: ProjectDefinition): ProjectDefinition =>
    definitions.length === 0
      ? project
      : { ...project, detectors: definitions as NonNullable<ProjectDefinition['detectors']> };

/** A detector as it is defined, and ready to run. */
export interface NamedDetector {
  readonly definition: DetectorDefinition;
  readonly detector: Detector;
}

export async function namedDetectors({ definitions }: DetectorsPlace): Promise<readonly NamedDetector[]> {
  const { detectors } = await compiledDetectors(definitions);
  return definitions.flatMap((definition, number) => {
    const detector = detectors[number];
    return detector === undefined ? [] : [{ definition, detector }];
  });
}

/** Throws APP_DETECTOR_UNKNOWN, which lists the existing names. */
export async function detectorNamed(place: DetectorsPlace, name: string): Promise<NamedDetector> {
  const all = await namedDetectors(place);
  const found = all.find(({ detector }) => detector.name === name);
  if (found !== undefined) return found;
  const names = all.map(({ detector }) => detector.name);
  const known = names.length === 0 ? 'It has none yet.' : `Its detectors are: ${names.join('; ')}`;
  throw new AppError(
    'APP_DETECTOR_UNKNOWN',
    `${place.shown} has no detector named ${name}.${didYouMean(name, names)} ${known}`,
  );
}

/** Adds a detector at the end. Throws APP_DETECTOR_EXISTS and DETECT_DEFINITION_INVALID. */
export async function addDetector(place: DetectorsPlace, definition: DetectorDefinition): Promise<Detector> {
  const { definitions, shown, keep } = place;
  const { detectors } = await compiledDetectors([...definitions, definition]);
  const added = detectors.at(-1);
  if (added === undefined) throw new TypeError('a detector was added, but none was compiled');
  if (detectors.slice(0, -1).some(({ name }) => name === added.name)) {
    throw new AppError(
      'APP_DETECTOR_EXISTS',
      `${shown} has a detector named ${added.name} already: choose another --name, or remove it first.`,
    );
  }
  await keep([...definitions, definition]);
  return added;
}

/** Throws APP_DETECTOR_UNKNOWN. */
export async function removeDetector(place: DetectorsPlace, name: string): Promise<void> {
  const { definition } = await detectorNamed(place, name);
  await place.keep(place.definitions.filter((each) => each !== definition));
}
