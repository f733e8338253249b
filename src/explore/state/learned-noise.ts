import type { PageNode } from '../../document/index.ts';
import { elementKey, placedChildren } from './element-key.ts';
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
  #version = 0;

  /** Changes whenever something is learned. */
  get version(): number {
    return this.#version;
  }

  /** The places that differ between two loads of one state; both texts are noise from now on. */
  learn(one: PageNode, other: PageNode): readonly NoisyPlace[] {
    const places = twinDifferences(one, other);
    for (const tree of [one, other]) this.know(tree, places);
    return places;
  }

  /** What a page has at noisy places is noise. */
  know(tree: PageNode, places: readonly NoisyPlace[]): void {
    const wanted = new Map(places.map((place) => [idOf(place), place]));
    for (const [path, node] of nodesOf(tree)) {
      const texts = wanted.get(`${path} texts`);
      if (texts !== undefined) this.#add(idOf(texts), shapeOf(ownTexts(node)));
    }
    for (const place of places) if (place.what !== 'texts') this.#add(idOf(place), '');
  }

  /** Whether anything at a place was noise before. */
  isNoisy(place: NoisyPlace): boolean {
    return this.#shapes.has(idOf(place));
  }

  /** The page without its noise. */
  without(tree: PageNode): PageNode {
    return this.#shapes.size === 0 ? tree : this.#quiet(tree, '', 'remove');
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
