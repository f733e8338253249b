import { type ComparisonPlugIn, type Equality, PartialView, wholePage } from '../../crawl/index.ts';
import type { CompareEntry } from '../../project/index.ts';
import { anyPattern } from '../project-run/url-patterns.ts';
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
  const choices = await Promise.all(
    entries.map(async ({ match, ...entry }) => ({
      fits: match === undefined ? () => true : anyPattern(match),
      equality: equalityOf(entry, entry.plugin === undefined ? null : await loadPlugIn(entry.plugin, folder)),
    })),
  );
  return (url) => choices.find(({ fits }) => fits(url))?.equality ?? standard;
}

function equalityOf(entry: CompareEntry, plugIn: ComparisonPlugIn | null): Equality {
  if (plugIn !== null) return { by: 'plug-in', plugIn };
  const { by = 'segments', only = [], ignore = [], ignoreText = [] } = entry;
  if (by === 'bytes') return { by };
  const isText = by === 'text';
  const isWhole = only.length + ignore.length + ignoreText.length === 0;
  if (isWhole && !isText) return standard;
  return { by: 'view', view: new PartialView({ isText, only, ignore, ignoreText }) };
}
