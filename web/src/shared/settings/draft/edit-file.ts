import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml';
import { keepingOthers, layoutOf, readAs } from './yaml-entries.ts';

/** Keys and places in lists, from the outside in: `steps, 0, open`. */
export type Place = readonly [string, ...(string | number)[]];

/** A value of a file, without its layout. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | readonly Plain[]
  | { readonly [key: string]: Plain | undefined };

/** The contents of a file as plain values; null while it is not a readable map. */
export function readFile(text: string): Readonly<Record<string, Plain>> | null {
  const document = parseDocument(text, readAs);
  if (document.errors.length > 0) return null;
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, Plain>) : null;
}

export function valueAt(file: Plain | undefined, place: readonly (string | number)[]): Plain | undefined {
  return place.reduce<Plain | undefined>(
    (value, part) =>
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<string | number, Plain>>)[part]
        : undefined,
    file,
  );
}

/** The file with another value at a place; undefined removes the place, and what is empty then. Comments stay. */
export function withValue(text: string, place: Place, value: Plain | undefined): string {
  return edited(text, place, (document) => {
    if (value === undefined) return remove(document, place);
    document.setIn(place, nodeOf(document, value, place));
  });
}

/** The file with one more entry of a list, at the end or at a place. */
export function withAdded(text: string, list: Place, value: Plain, at?: number): string {
  return edited(text, list, (document) => {
    const node = nodeOf(document, value, [...list, 0]);
    const known = document.getIn(list, true);
    if (isSeq(known)) known.items.splice(at ?? known.items.length, 0, node);
    else document.setIn(list, document.createNode([node]));
  });
}

/** The file with an entry of a list at another place, with its comments. */
export function withMoved(text: string, list: Place, from: number, to: number): string {
  return edited(text, list, (document) => {
    const known = document.getIn(list, true);
    if (!isSeq(known)) return;
    const [first] = known.items;
    // The library takes a comment above the first entry for one about the list.
    if (isNode(first) && known.commentBefore != null) {
      first.commentBefore ??= known.commentBefore;
      known.commentBefore = null;
    }
    const [item] = known.items.splice(from, 1);
    known.items.splice(to, 0, item);
  });
}

function edited(text: string, place: Place, change: (document: Document) => void): string {
  const document: Document = parseDocument(text, readAs);
  if (document.errors.length > 0) return text;
  change(document);
  return keepingOthers(text, document.toString(layoutOf(text)), place[0]);
}

function remove(document: Document, place: readonly (string | number)[]): void {
  document.deleteIn(place);
  const outer = place.slice(0, -1);
  const left = outer.length === 0 ? null : document.getIn(outer, true);
  if (isCollection(left) && left.items.length === 0) remove(document, outer);
}

const ONE_LINE = 60;

/** Small things stand on one line, as people write them; entries of lists and sections do not. */
function nodeOf(document: Document, value: Plain, place: readonly (string | number)[]): Node {
  const node = document.createNode(value, { aliasDuplicateObjects: false }) as Node;
  const isEntry = place.length === 1 || typeof place.at(-1) === 'number';
  visit(node, {
    Collection: (_, inner) => {
      if (inner === node && isEntry && inner.items.length > 0) return;
      if (JSON.stringify(inner).length <= ONE_LINE || inner.items.length === 0) inner.flow = true;
    },
  });
  return node;
}

/** The place that a character of the file belongs to: its deepest key or entry. */
export function placeAt(text: string, offset: number): readonly (string | number)[] {
  const place: (string | number)[] = [];
  let node: unknown = parseDocument(text, readAs).contents;
  for (;;) {
    if (isMap(node)) {
      const pair = (node.items as Pair<Node, Node | null>[]).findLast(
        ({ key }) => (key.range?.[0] ?? Number.POSITIVE_INFINITY) <= offset,
      );
      if (pair === undefined) return place;
      place.push(String(pair.key));
      node = pair.value;
    } else if (isSeq(node)) {
      const at = (node.items as Node[]).findLastIndex(
        ({ range }) => (range?.[0] ?? Number.POSITIVE_INFINITY) <= offset,
      );
      if (at === -1) return place;
      place.push(at);
      node = node.items[at];
    } else return place;
  }
}
