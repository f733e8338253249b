import type { Segment } from '../../document/index.ts';
import { splitWords } from '../words/split-words.ts';

/** "Available", "sold out", "not in stock": by themselves these do not say of what. */
const mostWords = 3;
/** A row of a table, a card, a short section. Larger parts of a page say nothing about one text in them. */
const mostNeighbours = 6;
/** A heading begins its own section, and the items of a list or a menu are equals. */
const standAlone: ReadonlySet<Segment['kind']> = new Set([
  'title',
  'description',
  'heading',
  'item',
  'navigation',
]);

/**
 * What surrounds a text of few words (C6): the words of its row or card, without numbers, which change while it is still about
 * the same. Null for a text that speaks for itself: there its own words are the surroundings.
 */
export function surroundingsIn(leaves: readonly Segment[]): (segment: Segment) => string | null {
  let parts: ReadonlyMap<string, readonly Segment[]> | null = null;
  return (segment) => {
    if (standAlone.has(segment.kind) || splitWords(segment.text).words.length > mostWords) return null;
    parts ??= partsOf(leaves);
    const neighbours = neighboursOf(segment, parts);
    if (neighbours.length === 0 || neighbours.length > mostNeighbours) return null;
    const words = neighbours.flatMap(({ text }) => splitWords(text).words);
    return words.filter((word) => !/\d/.test(word)).join(' ');
  };
}

/** More leaves of one path, and of one part, are not kept: what is kept are too many neighbours for each of them. */
const mostOfPath = mostNeighbours + 1;
const mostOfPart = 2 * mostOfPath;

/** The leaves in each part of the page, by the path of the part: a page of 5,000 short texts would be searched 5,000 times. */
function partsOf(leaves: readonly Segment[]): ReadonlyMap<string, readonly Segment[]> {
  const parts = new Map<string, Segment[]>();
  for (const leaf of leaves) {
    const { path } = leaf;
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const part = path.slice(0, end);
      const known = parts.get(part);
      if (known === undefined) parts.set(part, [leaf]);
      else if (known.length < mostOfPart && known.filter((one) => one.path === path).length < mostOfPath)
        known.push(leaf);
    }
  }
  return parts;
}

/** The other leaves of the smallest part of the page that has any. */
function neighboursOf({ path }: Segment, parts: ReadonlyMap<string, readonly Segment[]>): readonly Segment[] {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const neighbours = (parts.get(path.slice(0, end)) ?? []).filter((leaf) => leaf.path !== path);
    if (neighbours.length > 0) return neighbours;
  }
  return [];
}
