import type { PageNode } from '../../document/index.ts';
import { elementKey, placedChildren, withoutNumbers } from './strip-page.ts';

/** A place in a page that differs between two loads of the same state. */
interface NoisyPlace {
  /** The path of the element from the top: `body[1]/div#ad[1]`. */
  readonly path: string;
  /** The texts in the element, or child elements that are not always there, by their key. */
  readonly what: 'texts' | `elements ${string}`;
}

/**
 * Caches what is computed from pages. An exploration reads most pages once, but calibration reads recorded pages with thousands of settings. A cached
 * value must depend only on its keys; objects are compared by identity.
 */
export interface Memory {
  of<T>(what: string, keys: readonly (object | string)[], make: () => T): T;
}

const markName = 'data-tidemark-noise';

const idOf = ({ path, what }: NoisyPlace): string => `${path} ${what}`;

/**
 * The known noise of an application, by place. A text at a noisy place is noise when it was seen there as noise before, ignoring numbers: a
 * text that is steady in another state is part of that state.
 */
export class LearnedNoise {
  readonly #shapes = new Map<string, Set<string>>();
  readonly #memory: Memory;
  #version = 0;
  #key = { version: 0, text: '' };

  constructor(memory: Memory = noMemory) {
    this.#memory = memory;
  }

  /** Changes whenever something is learned. */
  get version(): number {
    return this.#version;
  }

  /** Equal for equal noise. */
  get key(): string {
    if (this.#key.version !== this.#version) {
      const shapes = [...this.#shapes].map(([id, each]) => [id, [...each].sort()] as const);
      const text = JSON.stringify(shapes.sort(([one], [other]) => (one < other ? -1 : 1)));
      this.#key = { version: this.#version, text };
    }
    return this.#key.text;
  }

  /** Learns and returns the places that differ between two loads of one state; both texts are noise from now on. */
  learn(one: PageNode, other: PageNode): readonly NoisyPlace[] {
    const places = this.#memory.of('differences', [one, other], () => twinDifferences(one, other));
    for (const tree of [one, other]) this.know(tree, places);
    return places;
  }

  /** Learns that the content of a page at noisy places is noise. */
  know(tree: PageNode, places: readonly NoisyPlace[]): void {
    const found = this.#memory.of('noise', [places, tree], () => noiseAt(tree, places));
    for (const [id, shape] of found) this.#add(id, shape);
  }

  /** Whether noise was found at a place before. */
  isNoisy(place: NoisyPlace): boolean {
    return this.#shapes.has(idOf(place));
  }

  /** The page without its noise. */
  without(tree: PageNode): PageNode {
    if (this.#shapes.size === 0) return tree;
    return this.#memory.of('without', [this.key, tree], () => this.#quiet(tree, '', 'remove'));
  }

  /** The page with its noise marked, so that `recall` can learn it again. */
  marked(tree: PageNode): PageNode {
    return this.#quiet(tree, '', 'mark');
  }

  /** Learns from a page in which noise is marked. */
  recall(tree: PageNode): void {
    for (const [path, { attributes }] of nodesOf(tree))
      for (const what of (attributes[markName] ?? '').split(',').filter(Boolean))
        this.know(tree, [{ path, what: what as NoisyPlace['what'] }]);
  }

  #quiet(node: PageNode, path: string, how: 'remove' | 'mark'): PageNode {
    const noise: string[] = [];
    const hasNoisyTexts = this.#shapes.get(`${path} texts`)?.has(withoutNumbers(ownTexts(node))) === true;
    if (hasNoisyTexts) noise.push('texts');
    const children = placedChildren(node).flatMap(([place, child]): (PageNode | string)[] => {
      if (typeof child === 'string') return hasNoisyTexts && how === 'remove' ? [] : [child];
      const what = `elements ${elementKey(child)}`;
      if (this.#shapes.has(`${path} ${what}`)) {
        if (!noise.includes(what)) noise.push(what);
        if (how === 'remove') return [];
      }
      return [this.#quiet(child, `${path}/${place}`, how)];
    });
    const attributes = { ...node.attributes };
    if (how === 'mark' && noise.length > 0) attributes[markName] = noise.join(',');
    if (how === 'remove' && hasNoisyTexts) delete attributes['value'];
    return { name: node.name, attributes, children };
  }

  #add(id: string, shape: string): void {
    const shapes = this.#shapes.get(id) ?? new Set();
    if (shapes.has(shape)) return;
    this.#shapes.set(id, shapes.add(shape));
    this.#version++;
  }
}

/** The content of a page at noisy places: ids of the places, with the shapes of the content. */
function noiseAt(
  tree: PageNode,
  places: readonly NoisyPlace[],
): readonly (readonly [id: string, shape: string])[] {
  const found: (readonly [string, string])[] = [];
  const wanted = new Map(places.map((place) => [idOf(place), place]));
  for (const [path, node] of nodesOf(tree)) {
    const texts = wanted.get(`${path} texts`);
    if (texts !== undefined) found.push([idOf(texts), withoutNumbers(ownTexts(node))]);
  }
  for (const place of places) if (place.what !== 'texts') found.push([idOf(place), '']);
  return found;
}

/** All elements of a page with their paths. */
function* nodesOf(tree: PageNode): Iterable<readonly [path: string, node: PageNode]> {
  const waiting: (readonly [string, PageNode])[] = [['', tree]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const [path, node] = next;
    for (const [place, child] of placedChildren(node))
      if (typeof child !== 'string') waiting.push([`${path}/${place}`, child]);
  }
}

/** Most siblings that are compared. */
const mostSiblings = 300;

/** The differences between two loads of one state, which are therefore not part of the state. */
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

/** The visible texts of the element itself; the value of a field counts as a text. */
function ownTexts({ children, attributes }: PageNode): string {
  const texts = children.filter((child): child is string => typeof child === 'string');
  return [attributes['value'] ?? '', ...texts].join(' ').replace(/\s+/g, ' ').trim();
}

interface Paired {
  readonly pairs: readonly (readonly [place: string, one: PageNode, other: PageNode])[];
  /** Keys of elements that only one of the two pages has. */
  readonly unpaired: ReadonlySet<string>;
}

type Placed = readonly [place: string, element: PageNode];

/**
 * Pairs elements of one name in their order. Where one page has more of them than the other, it pairs those with the same key; elements of
 * the remaining keys are not always there.
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

/** The child elements, by name. */
function elementsOf(node: PageNode): ReadonlyMap<string, readonly Placed[]> {
  const elements = placedChildren(node).filter((entry): entry is Placed => typeof entry[1] !== 'string');
  return Map.groupBy(elements.slice(0, mostSiblings), ([, { name }]) => name);
}

function groupedByKey(placed: readonly Placed[]): ReadonlyMap<string, readonly Placed[]> {
  return Map.groupBy(placed, ([, element]) => elementKey(element));
}

export const noMemory: Memory = { of: (_what, _keys, make) => make() };

/** Caches everything for its whole lifetime. */
export class LastingMemory implements Memory {
  readonly #root = new Map<object | string, unknown>();

  of<T>(what: string, keys: readonly (object | string)[], make: () => T): T {
    let level = this.#level(this.#root, what);
    for (const key of keys.slice(0, -1)) level = this.#level(level, key);
    const last = keys.at(-1) ?? '';
    if (!level.has(last)) level.set(last, make());
    return level.get(last) as T;
  }

  #level(level: Map<object | string, unknown>, key: object | string): Map<object | string, unknown> {
    let next = level.get(key) as Map<object | string, unknown> | undefined;
    if (next === undefined) {
      next = new Map();
      level.set(key, next);
    }
    return next;
  }
}
