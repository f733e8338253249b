import type { PageNode } from '../../document/index.ts';
import { elementKey, placedChildren } from './element-key.ts';

/** A place in a page that differs between two loads of the same state. */
export interface NoisyPlace {
  /** The element, from the top: `body[1]/div#ad[1]`. */
  readonly path: string;
  /** The texts in the element, or elements that are not always there, by their key. */
  readonly what: 'texts' | `elements ${string}`;
}

/** More siblings than this are not compared. */
const mostSiblings = 300;

/** What differs between two loads of one state, and is therefore no part of it (X1). */
export function twinDifferences(one: PageNode, other: PageNode): readonly NoisyPlace[] {
  const found: NoisyPlace[] = [];
  const waiting: (readonly [PageNode, PageNode, string])[] = [[one, other, '']];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [first, second, path] = next;
    if (ownTexts(first) !== ownTexts(second)) found.push({ path, what: 'texts' });
    const { pairs, unpaired } = pairedElements(first, second);
    for (const key of unpaired) found.push({ path, what: `elements ${key}` });
    for (const [place, a, b] of pairs) waiting.push([a, b, `${path}/${place}`]);
  }
  return found;
}

/** The texts of an element itself, as far as they are seen; what is filled in counts as one. */
export function ownTexts({ children, attributes }: PageNode): string {
  const texts = children.filter((child): child is string => typeof child === 'string');
  return [attributes['value'] ?? '', ...texts].join(' ').replace(/\s+/g, ' ').trim();
}

interface Paired {
  readonly pairs: readonly (readonly [place: string, one: PageNode, other: PageNode])[];
  /** Keys of elements that only one of the two has. */
  readonly unpaired: ReadonlySet<string>;
}

type Placed = readonly [place: string, element: PageNode];

/**
 * Elements of one name are paired in their order. Where one page has more of them than the other, those with the same key are paired, and
 * elements of the remaining keys come and go.
 */
function pairedElements(one: PageNode, other: PageNode): Paired {
  const unpaired = new Set<string>();
  const pairs: (readonly [string, PageNode, PageNode])[] = [];
  const [mine, theirs] = [elementsOf(one), elementsOf(other)];
  for (const name of new Set([...mine.keys(), ...theirs.keys()])) {
    const [a, b] = [mine.get(name) ?? [], theirs.get(name) ?? []];
    if (a.length === b.length) {
      for (const [index, [place, element]] of a.entries()) {
        const partner = b[index];
        if (partner !== undefined) pairs.push([place, element, partner[1]]);
      }
      continue;
    }
    const [byKey, others] = [groupedByKey(a), groupedByKey(b)];
    for (const key of new Set([...byKey.keys(), ...others.keys()])) {
      const [same, partners] = [byKey.get(key) ?? [], others.get(key) ?? []];
      if (same.length !== partners.length) unpaired.add(key);
      else
        for (const [index, [place, element]] of same.entries())
          pairs.push([place, element, (partners[index] as Placed)[1]]);
    }
  }
  return { pairs, unpaired };
}

/** The elements in one, by their names. */
function elementsOf(node: PageNode): ReadonlyMap<string, readonly Placed[]> {
  const elements = placedChildren(node).filter((entry): entry is Placed => typeof entry[1] !== 'string');
  return Map.groupBy(elements.slice(0, mostSiblings), ([, { name }]) => name);
}

function groupedByKey(placed: readonly Placed[]): ReadonlyMap<string, readonly Placed[]> {
  return Map.groupBy(placed, ([, element]) => elementKey(element));
}
