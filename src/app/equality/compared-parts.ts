import { basename } from 'node:path';
import { type PageView, PartialView, wholePage } from '../../crawl/index.ts';
import { anyPattern, type CompareEntry } from '../../project/index.ts';
import { readStored } from '../projects/stored-project.ts';
import { checkedSettings } from '../run/run-settings.ts';

/** What a project compares of a page, for those who look at its versions afterwards. */
export interface ComparedParts {
  /** What of it can be shown: all of the page where every byte counts, or where a plug-in decides. */
  readonly view: PageView;
  /** In words; null when it is what readers see of all of the page. */
  readonly subject: string | null;
}

/** By URL, as the settings of a project or of a run have it. Plug-ins are named, and not loaded. */
export async function comparedParts(settings: string): Promise<(url: string) => ComparedParts> {
  const { compare: entries } = await checkedSettings(readStored(settings).settings);
  return byUrl(entries, entries.map(partsOf), { view: wholePage, subject: null });
}

function partsOf(entry: CompareEntry): ComparedParts {
  const { by, plugin } = entry;
  if (plugin !== undefined) return { view: wholePage, subject: `what ${basename(plugin)} looks at` };
  if (by === 'bytes') return { view: wholePage, subject: 'every byte' };
  const view = viewOf(entry);
  return { view, subject: view.subject };
}

/** What was chosen for a URL: by the first entry that fits it. The choices stand in the order of the entries. */
export function byUrl<T>(
  entries: readonly CompareEntry[],
  choices: readonly T[],
  otherwise: T,
): (url: string) => T {
  const fits = entries.map(({ match }) => (match === undefined ? () => true : anyPattern(match)));
  return (url) => choices[fits.findIndex((isFor) => isFor(url))] ?? otherwise;
}

/** What an entry looks at on a page; one of bytes or with a plug-in has no view of its own. */
export function viewOf({ by = 'segments', only = [], ignore = [], ignoreText = [] }: CompareEntry): PageView {
  const isText = by === 'text';
  const isWhole = only.length + ignore.length + ignoreText.length === 0;
  return isWhole && !isText ? wholePage : new PartialView({ isText, only, ignore, ignoreText });
}
