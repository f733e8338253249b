import type { Link, Segment } from '../../document/index.ts';

/**
 * What a link leads to, apart from session ids and their like. Two links with one identity are the same link. The engine
 * gives the rules of the site (`identityOf`), and the hash of the bytes where it knows an image's contents.
 */
export type LinkIdentity = (link: Link) => string;

export const asWritten: LinkIdentity = (link) => link.url;

export function sameLinks(before: Segment, after: Segment, identity: LinkIdentity): boolean {
  if (before.links.length !== after.links.length) return false;
  return before.links.every((link, place) => {
    const other = after.links[place];
    if (other === undefined || link.kind !== other.kind) return false;
    return link.url === other.url || identity(link) === identity(other);
  });
}

export function sameWords(before: Segment, after: Segment): boolean {
  return before.high === after.high && before.low === after.low;
}
