import { basename } from 'node:path';
import type { CompareEntry } from '../../project/index.ts';
import { readStored } from '../projects/stored-project.ts';
import { checkedSettings } from '../run/run-settings.ts';
import { type PageView, wholePage } from '../track/equality/equality.ts';
import { byUrl, viewOf } from './chosen-equality.ts';

/** The part of a page that a project compares, for showing its versions later. */
export interface ComparedParts {
  /** The part to show: the whole page when every byte counts, or when a plug-in decides. */
  readonly view: PageView;
  /** The part in words; null when it is everything that readers see. */
  readonly subject: string | null;
}

/** Returns the part for a URL, from the settings of a project or a run. Plug-ins are named, but not loaded. */
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
