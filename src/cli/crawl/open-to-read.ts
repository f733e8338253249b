import type { Command } from 'commander';
import type { Project, Store } from '../../store/index.ts';
import { CliError } from '../errors.ts';
import type { GlobalOptions } from '../output.ts';

/** The data folder, for commands that only look: they work at any time, also while a crawl writes. */
export async function openToRead(
  command: Command,
): Promise<{ readonly store: Store; projectNamed(name: string): Promise<Project> }> {
  const { openDataFolder } = await import('../../app/index.ts');
  const { readConfig } = await import('../../config/index.ts');
  const { data } = command.optsWithGlobals<GlobalOptions>();
  const store = await openDataFolder(readConfig(data === undefined ? {} : { data }), 'read', 'tidemark');
  return {
    store,
    projectNamed: async (name) => {
      const project = await store.projects.find(name);
      if (project !== null) return project;
      const known = (await store.projects.list()).map((each) => each.name).join(', ');
      throw new CliError(
        'CLI_PROJECT_UNKNOWN',
        `there is no project "${name}". ${known === '' ? 'There is none yet.' : `Known: ${known}.`}`,
      );
    },
  };
}
