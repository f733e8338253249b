import type { Command } from 'commander';
import type { Config } from '../config/index.ts';
import type { Project } from '../crawl/tables/project.ts';
import type { Store } from '../database/store.ts';
import { CliError } from './errors.ts';
import type { GlobalOptions } from './output.ts';

/** The data folder, for commands that only read. It can be opened at any time, even while a crawl is writing. */
export interface DataToRead {
  readonly store: Store;
  /** Throws CLI_PROJECT_UNKNOWN. */
  projectNamed(name: string): Promise<Project>;
  /** The project of this name, or all without one. Throws CLI_PROJECT_UNKNOWN. */
  projectsNamed(name: string | undefined): Promise<readonly Project[]>;
}

export async function openToRead(command: Command): Promise<DataToRead> {
  const { openDataFolder } = await import('../database/open-data-folder.ts');
  const store = await openDataFolder(await configOf(command), 'read', 'tidemark');
  return dataOf(store);
}

function dataOf(store: Store): DataToRead {
  const projectNamed = async (name: string) => {
    const project = await store.projects.find(name);
    if (project !== null) return project;
    const { unknownProject } = await import('../crawl/projects/unknown-project.ts');
    throw new CliError('CLI_PROJECT_UNKNOWN', await unknownProject(store, name));
  };
  const projectsNamed = async (name: string | undefined) =>
    name === undefined ? store.projects.list() : [await projectNamed(name)];
  return { store, projectNamed, projectsNamed };
}

/** The data folder, for commands that change something. Throws STORE_LOCKED while another process is writing. */
export async function openToWrite(
  command: Command,
  name: string,
): Promise<DataToRead & { readonly config: Config }> {
  const { openDataFolder } = await import('../database/open-data-folder.ts');
  const config = await configOf(command);
  const store = await openDataFolder(config, 'write', `tidemark ${name}`, { thread: false });
  return { ...dataOf(store), config };
}

/**
 * Opens the data folder for writing, once `prepare` has found out what to do there. The writer thread starts at once: it takes as long as everything
 * else that a run needs, which is loaded meanwhile.
 */
export async function openForRuns<T extends { readonly config: Config }>(
  command: string,
  prepare: () => T | Promise<T>,
): Promise<T & { readonly store: Store }> {
  const { usesDataFolder } = await import('../config/index.ts');
  const { startWriterThread } = await import('../database/thread/remote-writer.ts');
  const thread = usesDataFolder() ? startWriterThread() : null;
  try {
    const prepared = await prepare();
    const { openDataFolder } = await import('../database/open-data-folder.ts');
    const [store] = await Promise.all([
      openDataFolder(prepared.config, 'write', command, thread === null ? {} : { thread }),
      import('../crawl/run/start-run.ts'),
    ]);
    return { ...prepared, store };
  } catch (error) {
    await thread?.terminate();
    throw error;
  }
}

/** Opens a single part of the store, for commands that work while a server or a crawl is writing. */
export async function openBeside<P extends keyof Store>(
  command: Command,
  name: string,
  part: P,
): Promise<Pick<Store, P | 'close'>> {
  const { openDataBeside } = await import('../database/open-data-folder.ts');
  return openDataBeside(await configOf(command), `tidemark ${name}`, part);
}

export async function configOf(command: Command): Promise<Config> {
  const { readConfig } = await import('../config/index.ts');
  const { data } = command.optsWithGlobals<GlobalOptions>();
  return readConfig(data === undefined ? {} : { data });
}
