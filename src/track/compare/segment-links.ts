import type { Link, Segment } from '../../document/index.ts';

/**
 * What a link leads to, apart from session ids and the like: two links with one identity are the same link. The engine
 * knows the rules of the site, and the bytes of images.
 */
export type LinkIdentity = (link: Link) => string;

export const asWritten: LinkIdentity = (link) => link.url;

export function sameLinks(before: Segment, after: Segment, identity: LinkIdentity): boolean {
  return areLinksSame(before.links, after.links, identity);
}

/** Whether two lists of links lead to the same targets, in the same order. */
export function areLinksSame(
  before: readonly Link[],
  after: readonly Link[],
  identity: LinkIdentity,
): boolean {
  if (before.length !== after.length) return false;
  return before.every((link, index) => {
    const other = after[index];
    if (other === undefined || link.kind !== other.kind) return false;
    return link.url === other.url || identity(link) === identity(other);
  });
}

/** A link of a segment that leads elsewhere in another version of the segment. */
interface LinkDifference {
  readonly index: number;
  /** The query parameters that differ; null when more than parameters differs. */
  readonly parameters: readonly string[] | null;
}

/** Null when the links cannot be compared one by one: there are more or fewer, or some are of another kind. */
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

/** The parameters whose values differ, if the rest of the two addresses is the same. */
function differingParameters(before: string, after: string): readonly string[] | null {
  const [pathBefore = '', queryBefore] = before.split(/\?(.*)/s, 2);
  const [pathAfter = '', queryAfter] = after.split(/\?(.*)/s, 2);
  if (pathBefore !== pathAfter || queryBefore === undefined || queryAfter === undefined) return null;
  const old = queryBefore.split('&');
  const now = queryAfter.split('&');
  if (old.length !== now.length) return null;
  const names: string[] = [];
  for (const [index, field] of old.entries()) {
    const other = now[index] ?? '';
    if (field === other) continue;
    const name = field.split('=', 1)[0] ?? '';
    if (name === '' || !field.includes('=') || other.split('=', 1)[0] !== name) return null;
    names.push(name);
  }
  return names;
}
