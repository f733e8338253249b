import type { Segment } from '../../document/index.ts';
import type { LinkIdentity } from '../../track/index.ts';

/**
 * Whether two versions show the same text, lead to the same pages and have the same pictures, all in the same order:
 * equal strict signatures (E3, E7), without the hash that would only be compared once.
 */
export function strictlySame(
  last: readonly Segment[],
  now: readonly Segment[],
  identity: LinkIdentity,
): boolean {
  if (last.length !== now.length) return false;
  return last.every((before, place) => {
    const after = now[place];
    if (after === undefined || before.high !== after.high || before.low !== after.low) return false;
    if (before.path !== after.path || before.links.length !== after.links.length) return false;
    return before.links.every((link, index) => {
      const other = after.links[index];
      if (other === undefined || link.kind !== other.kind) return false;
      return link.url === other.url || identity(link) === identity(other);
    });
  });
}
