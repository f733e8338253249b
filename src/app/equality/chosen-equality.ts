import { type Equality, wholePage } from '../../crawl/index.ts';
import type { CompareEntry } from '../../project/index.ts';
import { byUrl, viewOf } from './compare-entries.ts';
import { loadPlugIn } from './load-plug-in.ts';

const standard: Equality = { by: 'view', view: wholePage };

/**
 * How pages are compared, by their URL: as the first entry that fits says, else by all that readers see (A7). Plug-ins are
 * looked for in `folder`. Throws APP_PLUG_IN_INVALID.
 */
export async function chosenEquality(
  entries: readonly CompareEntry[],
  folder: string,
): Promise<(url: string) => Equality> {
  const choices = await Promise.all(entries.map((entry) => equalityOf(entry, folder)));
  return byUrl(entries, choices, standard);
}

async function equalityOf(entry: CompareEntry, folder: string): Promise<Equality> {
  if (entry.plugin !== undefined) return { by: 'plug-in', plugIn: await loadPlugIn(entry.plugin, folder) };
  return entry.by === 'bytes' ? { by: 'bytes' } : { by: 'view', view: viewOf(entry) };
}
