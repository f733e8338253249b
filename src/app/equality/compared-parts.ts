import { basename } from 'node:path';
import { type PageView, wholePage } from '../../crawl/index.ts';
import type { CompareEntry } from '../../project/index.ts';
import { readStored } from '../projects/stored-project.ts';
import { checkedSettings } from '../run/run-settings.ts';
import { byUrl, viewOf } from './chosen-equality.ts';

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
