import type { Command } from 'commander';
import { TidemarkError } from '../../../base/index.ts';
import { CliError } from '../../../cli/errors.ts';
import { openToRead, openToWrite } from '../../../cli/open-data.ts';
import type { Project } from '../../../crawl/tables/records.ts';
import type { Store } from '../../../database/store.ts';
import type { DetectorsPlace } from '../detectors-place.ts';

const detectorsModule = async () => import('../index.ts');

/** The detectors of a project, and what is stored about it; null when nothing is. */
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
  const { detectorsInFile, detectorsOfProject } = await detectorsModule();
  const { project: name, file } = await whatToVisit(typed, undefined);
  if (file !== null && access === 'write') {
    const place = detectorsInFile(typed, Buffer.from(file.text).toString());
    return use({ place, stored: null });
  }
  const store = await opened(command, access, file !== null);
  try {
    const project = (await store?.projects.find(name)) ?? null;
    const stored = store === null || project === null ? null : { store, project };
    if (file !== null) {
      await use({ place: detectorsInFile(typed, Buffer.from(file.text).toString()), stored });
    } else if (stored === null) {
      throw new CliError(
        'CLI_PROJECT_UNKNOWN',
        store === null ? `there is no project "${name}".` : await unknownProject(store, name),
      );
    } else await use({ place: await detectorsOfProject(stored.store, stored.project), stored });
  } finally {
    await store?.close();
  }
}

/** A file can be read before there is any data: then this is null. */
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
