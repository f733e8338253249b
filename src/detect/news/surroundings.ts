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
  return (segment) => {
    if (standAlone.has(segment.kind) || splitWords(segment.text).words.length > mostWords) return null;
    const neighbours = neighboursOf(segment, leaves);
    if (neighbours.length === 0 || neighbours.length > mostNeighbours) return null;
    const words = neighbours.flatMap(({ text }) => splitWords(text).words);
    return words.filter((word) => !/\d/.test(word)).join(' ');
  };
}

/** The other leaves of the smallest part of the page that has any. */
function neighboursOf(segment: Segment, leaves: readonly Segment[]): readonly Segment[] {
  const { path } = segment;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const part = path.slice(0, end + 1);
    const neighbours = leaves.filter((leaf) => leaf.path !== path && leaf.path.startsWith(part));
    if (neighbours.length > 0) return neighbours;
  }
  return [];
}
