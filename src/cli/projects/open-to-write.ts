import type { Command } from 'commander';
import type { Store } from '../../store/index.ts';
import type { GlobalOptions } from '../output.ts';

/** The data folder, for commands that change something. Throws STORE_LOCKED while another process writes. */
export async function openToWrite(
  command: Command,
  name: string,
): Promise<{ readonly store: Store; readonly dataFolder: string }> {
  const { openDataFolder } = await import('../../app/index.ts');
  const { readConfig } = await import('../../config/index.ts');
  const { data } = command.optsWithGlobals<GlobalOptions>();
  const config = readConfig(data === undefined ? {} : { data });
  const store = await openDataFolder(config, 'write', `tidemark ${name}`, { thread: false });
  return { store, dataFolder: config.data };
}
