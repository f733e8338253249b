import {
  editProjectFile,
  type ProjectDefinition,
  type ProjectFile,
  projectFileJsonSchema,
  readProjectFile,
  setInProjectFile,
  withHiddenChannels,
} from '../../project/index.ts';
import type { StepAction } from '../steps/step-action.ts';
import { stepActions, stepKeysOf } from '../steps/step-actions.ts';
import { channelCheck, channelName, channelReach } from './channel-addresses.ts';
import { readStored, type StoredProject } from './stored-project.ts';

/** The stored record of a project, with its file parsed; without a file the definition is null. */
export function readStoredProject(
  text: string,
): StoredProject & { readonly definition: ProjectDefinition | null } {
  const stored = readStored(text);
  return { ...stored, definition: stored.file === null ? null : parseProject(stored.file) };
}

/** How to read a project file. */
export interface ProjectReading {
  /** Shown in messages. */
  readonly fileName?: string | undefined;
  /** In addition to the built-in ones. */
  readonly stepActions?: readonly StepAction<never>[];
}

/** The file that was read last, while it is in memory, and the actions it was read with. */
let last: { readonly file: WeakRef<ProjectFile>; readonly actions: readonly StepAction<never>[] } | null =
  null;
const noActions: readonly StepAction<never>[] = [];

/**
 * Reads a project file whose steps may use all actions. Throws PROJECT_FILE_INVALID. The start of a run reads the same file three times, so the last
 * result is kept.
 */
export function readProject(text: string | Uint8Array, reading: ProjectReading = {}): ProjectFile {
  const { fileName, stepActions: given = noActions } = reading;
  const actions = given.length === 0 ? noActions : given;
  const known = last?.actions === actions ? last?.file.deref() : undefined;
  if (known !== undefined && known.text === (typeof text === 'string' ? text : decoded(text))) return known;
  const file = readProjectFile(text, { fileName, stepKeys: stepKeys(reading), checkChannel: channelCheck() });
  last = { file: new WeakRef(file), actions };
  return file;
}

const decoded = (text: Uint8Array): string => Buffer.from(text).toString();

/**
 * Definitions of short files by their text: schedules, reminders and the first view of a server read those of all projects. A cache that is smaller
 * than their number would read each of them every time.
 */
const short = new Map<string, ProjectDefinition>();
const MOST_SHORT = 20_000;
/** Characters. */
const SHORT = 5000;

export function parseProject(text: string | Uint8Array, reading: ProjectReading = {}): ProjectDefinition {
  if (typeof text !== 'string' || text.length > SHORT || reading.stepActions !== undefined)
    return readProject(text, reading).definition;
  const definition = short.get(text) ?? readProject(text, reading).definition;
  short.set(text, definition);
  const [oldest] = short.keys();
  if (short.size > MOST_SHORT && oldest !== undefined) short.delete(oldest);
  return definition;
}

/** A project file for users who may not change it: hides addresses of channels, because they are keys to them. */
export function projectForReaders(text: string, reading: ProjectReading): string {
  return withHiddenChannels(readProject(text, reading), (to) => {
    if (typeof to !== 'string') return null;
    const { isSecret = true, host = null } = channelReach(to) ?? {};
    if (!isSecret && host === null) return null;
    const shown = channelName({ to });
    if (shown !== to) return shown;
    return isSecret ? `${to.split(':', 1)[0]}:…` : null;
  });
}

/** A project file with some of its values replaced, each given as `place=value`. Throws PROJECT_FILE_INVALID. */
export function setInProject(text: string, values: readonly string[], reading: ProjectReading): string {
  return setInProjectFile(text, values, { fileName: reading.fileName, stepKeys: stepKeys(reading) });
}

/** A project file after a change to its project; its comments and layout stay. Throws PROJECT_FILE_INVALID. */
export function editProject(
  text: string,
  change: (project: ProjectDefinition) => ProjectDefinition,
  reading: ProjectReading,
): string {
  return editProjectFile(text, change, { fileName: reading.fileName, stepKeys: stepKeys(reading) });
}

/** For editors. */
export function projectJsonSchema(reading: ProjectReading = {}): Readonly<Record<string, unknown>> {
  return projectFileJsonSchema(stepKeys(reading));
}

function stepKeys({ stepActions: more = [] }: ProjectReading) {
  return stepKeysOf([...stepActions, ...more]);
}
