import { asList, asMap, asText } from '../../../../shared/settings/draft/draft.ts';
import { type Plain, readFile, withAdded, withValue } from '../../../../shared/settings/draft/edit-file.ts';

/** What to do with a region: compare nothing else, or ignore it. */
export type RegionUse = 'only' | 'ignore';

export interface RegionWish {
  readonly selector: string;
  readonly use: RegionUse;
  /** The page it is for; null for all pages of the project. */
  readonly url: string | null;
}

/** The project file with a region that is compared alone, or ignored. */
export function withRegion(text: string, { selector, use, url }: RegionWish): string {
  const entries = asList(readFile(text)?.['compare']);
  const match = url === null ? null : `^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
  const at = entries.findIndex((entry) => isFor(entry, match));
  if (at === -1) {
    const entry = { ...(match !== null && { match }), [use]: [selector] };
    // The first entry that matches decides, so one for all pages comes last.
    return withAdded(text, ['compare'], entry, match === null ? entries.length : 0);
  }
  const known = asList(asMap(entries[at])[use]).map(asText);
  return known.includes(selector) ? text : withValue(text, ['compare', at, use], [...known, selector]);
}

function isFor(entry: Plain, match: string | null): boolean {
  const { match: patterns, plugin, by } = asMap(entry);
  if (plugin !== undefined || by === 'bytes') return false;
  const known = asList(patterns).map(asText);
  return match === null ? known.length === 0 : known.length === 1 && known[0] === match;
}
