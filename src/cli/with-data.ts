import type { Command } from 'commander';
import type { Config } from '../config/index.ts';
import type { Project } from '../crawl/tables/records.ts';
import type { Store } from '../database/store.ts';
import { CliError } from './errors.ts';
import { openToRead, openToWrite } from './open-data.ts';
import { type Output, outputOf } from './output.ts';

/** What a command about stored data works with. */
export interface OpenedData {
  readonly store: Store;
  readonly output: Output;
  /** Throws CLI_PROJECT_UNKNOWN. */
  projectNamed(name: string): Promise<Project>;
}

/** Opens the data folder for a command that only reads, and closes it again. */
export async function readData<T>(command: Command, work: (data: OpenedData) => Promise<T>): Promise<T> {
  const { store } = await openToRead(command);
  return closing(store, () => work({ store, output: outputOf(command), projectNamed: projectIn(store) }));
}

/** Opens the data folder for a command that changes something, and closes it again. Throws STORE_LOCKED while another process is writing. */
export async function changeData<T>(
  command: Command,
  name: string,
  work: (data: OpenedData & { readonly config: Config }) => Promise<T>,
): Promise<T> {
  const { store, config } = await openToWrite(command, name);
  const output = outputOf(command);
  return closing(store, () => work({ store, config, output, projectNamed: projectIn(store) }));
}

const projectIn = (store: Store) => async (name: string) => {
  const project = await store.projects.find(name);
  if (project !== null) return project;
  const { unknownProject } = await import('../crawl/projects/unknown-project.ts');
  throw new CliError('CLI_PROJECT_UNKNOWN', await unknownProject(store, name));
};

async function closing<T>(store: Store, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await store.close();
  }
}
