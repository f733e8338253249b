import type { Segment } from '../../document/index.ts';
import type { LinkIdentity } from '../compare/segment-links.ts';

/** A link of a leaf that leads elsewhere in the other leaf. */
export interface LinkDifference {
  readonly index: number;
  /** The query parameters that differ when nothing else does; null when more does. */
  readonly parameters: readonly string[] | null;
}

/** Null when the two leaves have other links altogether: not as many, or of other kinds. */
export function linkDifferences(
  before: Segment,
  after: Segment,
  identity: LinkIdentity,
): readonly LinkDifference[] | null {
  if (before.links.length !== after.links.length) return null;
  const found: LinkDifference[] = [];
  for (const [index, link] of before.links.entries()) {
    const other = after.links[index];
    if (other === undefined || other.kind !== link.kind) return null;
    if (link.url === other.url) continue;
    const [old, now] = [identity(link), identity(other)];
    if (old !== now) found.push({ index, parameters: differingParameters(old, now) });
  }
  return found;
}

/** The names whose values differ, when all else of the two addresses is the same. */
function differingParameters(before: string, after: string): readonly string[] | null {
  const [pathBefore = '', queryBefore] = before.split(/\?(.*)/s, 2);
  const [pathAfter = '', queryAfter] = after.split(/\?(.*)/s, 2);
  if (pathBefore !== pathAfter || queryBefore === undefined || queryAfter === undefined) return null;
  const old = queryBefore.split('&');
  const now = queryAfter.split('&');
  if (old.length !== now.length) return null;
  const names: string[] = [];
  for (const [place, field] of old.entries()) {
    const other = now[place] ?? '';
    if (field === other) continue;
    const name = field.split('=', 1)[0] ?? '';
    if (name === '' || !field.includes('=') || other.split('=', 1)[0] !== name) return null;
    names.push(name);
  }
  return names;
}
