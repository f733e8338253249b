import type { PageNode } from '../../document/index.ts';
import { elementKey, placedChildren } from './element-key.ts';
import { type Memory, noMemory } from './memory.ts';
import { type NoisyPlace, ownTexts, twinDifferences } from './twin-differences.ts';

const markName = 'data-tidemark-noise';

const idOf = ({ path, what }: NoisyPlace): string => `${path} ${what}`;

/** A number says nothing at a place that is noisy: a counter counts on. */
const shapeOf = (text: string): string => text.replace(/\d+/g, '0');

/**
 * The noise of an application, by place, as far as it was seen. A text at a noisy place is noise when it was drawn there before, numbers aside: what
 * is steady in another state is part of that state.
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

  /** The same for noises that are the same. */
  get key(): string {
    if (this.#key.version !== this.#version) {
      const shapes = [...this.#shapes].map(([id, each]) => [id, [...each].sort()] as const);
      const text = JSON.stringify(shapes.sort(([one], [other]) => (one < other ? -1 : 1)));
      this.#key = { version: this.#version, text };
    }
    return this.#key.text;
  }

  /** The places that differ between two loads of one state; both texts are noise from now on. */
  learn(one: PageNode, other: PageNode): readonly NoisyPlace[] {
    const places = this.#memory.of('differences', [one, other], () => twinDifferences(one, other));
    for (const tree of [one, other]) this.know(tree, places);
    return places;
  }

  /** What a page has at noisy places is noise. */
  know(tree: PageNode, places: readonly NoisyPlace[]): void {
    const found = this.#memory.of('noise', [places, tree], () => noiseAt(tree, places));
    for (const [id, shape] of found) this.#add(id, shape);
  }

  /** Whether anything at a place was noise before. */
  isNoisy(place: NoisyPlace): boolean {
    return this.#shapes.has(idOf(place));
  }

  /** The page without its noise. */
  without(tree: PageNode): PageNode {
    if (this.#shapes.size === 0) return tree;
    return this.#memory.of('without', [this.key, tree], () => this.#quiet(tree, '', 'remove'));
  }

  /** The page with its noise marked, so that it can be learned again from it. */
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
    const hasNoisyTexts = this.#shapes.get(`${path} texts`)?.has(shapeOf(ownTexts(node))) === true;
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

/** What a page has at noisy places: ids of the places, with the shapes of what is there. */
function noiseAt(
  tree: PageNode,
  places: readonly NoisyPlace[],
): readonly (readonly [id: string, shape: string])[] {
  const found: (readonly [string, string])[] = [];
  const wanted = new Map(places.map((place) => [idOf(place), place]));
  for (const [path, node] of nodesOf(tree)) {
    const texts = wanted.get(`${path} texts`);
    if (texts !== undefined) found.push([idOf(texts), shapeOf(ownTexts(node))]);
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
