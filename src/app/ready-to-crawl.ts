import type { Config } from '../config/index.ts';
import type { Store } from '../store/index.ts';
import { openDataFolder } from './open-data-folder.ts';

/** Opens the data folder for writing. What a crawl needs is loaded meanwhile: the thread that writes takes as long to start. */
export async function readyToCrawl(config: Config, command: string): Promise<Store> {
  const [store] = await Promise.all([openDataFolder(config, 'write', command), import('./crawl-site.ts')]);
  return store;
}
