import { type Command, Option } from 'commander';
import { TidemarkError } from '../../../base/index.ts';
import { repeated } from '../../../cli/crawl/site-options.ts';
import { CliError } from '../../../cli/errors.ts';
import { openToRead, openToWrite } from '../../../cli/open-data.ts';
import type { Project } from '../../../crawl/tables/project.ts';
import type { Store } from '../../../database/store.ts';
import type { DetectorDefinition } from '../../../detect/index.ts';
import type { DetectorsPlace } from '../detectors-place.ts';

/** The detectors of a project, and its stored data; null when nothing is stored. */
export interface OpenDetectors {
  readonly place: DetectorsPlace;
  readonly stored: { readonly store: Store; readonly project: Project } | null;
}

/**
 * Finds a project by its name, its address or the path of its file, and closes the data folder when `use` is done. Throws
 * CLI_PROJECT_UNKNOWN, APP_FILE_UNREADABLE and PROJECT_FILE_INVALID.
 */
export async function useDetectors(
  typed: string,
  command: Command,
  access: 'read' | 'write',
  use: (detectors: OpenDetectors) => Promise<void>,
): Promise<void> {
  const { whatToVisit } = await import('../../../crawl/projects/what-to-visit.ts');
  const { unknownProject } = await import('../../../crawl/projects/unknown-project.ts');
  const { detectorsInFile, detectorsOfProject } = await import('../detectors-place.ts');
  const { project: name, file } = await whatToVisit(typed, undefined);
  const inFile = file === null ? null : detectorsInFile(typed, Buffer.from(file.text).toString());
  if (inFile !== null && access === 'write') return use({ place: inFile, stored: null });
  const store = await opened(command, access, inFile !== null);
  try {
    const project = (await store?.projects.find(name)) ?? null;
    const stored = store === null || project === null ? null : { store, project };
    if (inFile !== null) await use({ place: inFile, stored });
    else if (stored !== null)
      await use({ place: await detectorsOfProject(stored.store, stored.project), stored });
    else if (store !== null) throw new CliError('CLI_PROJECT_UNKNOWN', await unknownProject(store, name));
  } finally {
    await store?.close();
  }
}

/** Null when there is no data yet: a project file can be read before that. */
async function opened(
  command: Command,
  access: 'read' | 'write',
  canBeMissing: boolean,
): Promise<Store | null> {
  try {
    const { store } = await (access === 'read' ? openToRead(command) : openToWrite(command, 'detectors'));
    return store;
  } catch (error) {
    if (canBeMissing && error instanceof TidemarkError && error.code === 'STORE_MISSING') return null;
    throw error;
  }
}

export const aboutProject = 'name of the project, or its file';

/** The options of a detector, as the user types them. */
export interface DetectorOptions {
  readonly name?: string;
  readonly match?: readonly string[];
  readonly region?: string;
  readonly language?: string;
  readonly in?: string;
}

/** The keys of a detector besides its condition, as options. */
export function withDetectorOptions(command: Command): Command {
  return command
    .option(
      '--match <pattern>',
      'look only at pages with such an address, as in /news/; may be repeated',
      repeated,
    )
    .option('--region <selector>', 'look only at this part of the page, as in main')
    .option('--language <code>', 'language of its words, and of the texts that it reads, as in de')
    .addOption(
      new Option('--in <which>', 'text that is new, or text that is gone').choices(['added', 'removed']),
    );
}

/** Throws PROJECT_FILE_INVALID, and CLI_OPTION_INVALID for an invalid condition. */
export async function detectorIn(
  condition: string,
  { name, match, region, language, in: where }: DetectorOptions,
): Promise<DetectorDefinition> {
  const { parseTerse } = await import('../../../detect/index.ts');
  const { typedDetector } = await import('../../../project/index.ts');
  const isShort = !/^\s*\{/.test(condition);
  if (isShort) understood(() => parseTerse(condition));
  const own = isShort ? condition.trim() : undefined;
  return typedDetector(condition, { name: name ?? own, match, region, language, in: where as 'added' });
}

function understood(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CliError('CLI_OPTION_INVALID', `${error.message}.`, error);
  }
}
