import { createHash } from 'node:crypto';
import {
  type PageNode,
  pageTree,
  readForComparison,
  regionCutter,
  regionPage,
} from '../../document/index.ts';
import type { ComparableContent, NearDuplicates } from '../../fingerprint/index.ts';
import { ExploreError } from '../errors.ts';
import type { ExploreOptions } from '../explore-options.ts';
import { LearnedNoise, type Memory, noMemory, twinDifferences } from './learned-noise.ts';
import { functionsOf, type PageFunctions, textOf } from './page-functions.ts';
import { strippedTree, treeAsHtml, withoutNumbers } from './strip-page.ts';

/** Pages that differ in at most this many texts, apart from noisy places, may be the same state. */
const fewPlaces = 2;

/** A state that was recognised. */
export interface Recognised {
  readonly number: number;
  /** 0 when it is exactly the same. */
  readonly distance: number;
}

/** What a page shows without its noise. */
interface Appearance {
  readonly stripped: string;
  readonly hash: string;
  readonly content: ComparableContent;
  readonly offers: ReadonlySet<string>;
  readonly functions: PageFunctions;
}

/** The features by which a page is compared. */
interface Looks extends Appearance {
  readonly print: unknown;
}

interface KnownState {
  readonly tree: PageNode;
  looks: Looks;
  /** The version of the noise that was removed from it. */
  version: number;
}

/** The known states, and whether a page shows one of them. */
export class KnownStates {
  readonly #setting: NearDuplicates<unknown>;
  readonly #cut: (html: string) => string | null;
  readonly #isPlain: boolean;
  readonly #memory: Memory;
  readonly #noise: LearnedNoise;
  readonly #states: KnownState[] = [];
  #offered = { of: '', offers: new Set<string>() as ReadonlySet<string> };
  #byHash = { version: 0, numbers: new Map<string, number>() };

  /** Plain pages are compared with all their content, including noise. */
  constructor(
    setting: NearDuplicates<unknown>,
    cut: (html: string) => string | null,
    isPlain: boolean,
    memory: Memory = noMemory,
  ) {
    this.#setting = setting;
    this.#cut = cut;
    this.#isPlain = isPlain;
    this.#memory = memory;
    this.#noise = new LearnedNoise(memory);
  }

  get count(): number {
    return this.#states.length;
  }

  /** The nearest state that a page shows; null when it shows none. */
  recognise(html: string): Recognised | null {
    const looks = this.#looksOf(this.#treeOf(html));
    const { hash, print } = looks;
    const same = this.#withHash(hash);
    if (same !== undefined) return { number: same, distance: 0 };
    const known = this.#offeredAnywhere();
    // An element that no state has offered yet must be tried: then a near-duplicate is not the same state.
    if (known !== null && !this.#offeredIn(looks).isSubsetOf(known)) return null;
    let nearest: Recognised | null = null;
    for (const number of this.#states.keys()) {
      const other = this.#looksAt(number);
      const distance = this.#setting.distance(other.print, print);
      if (!this.#isSameMode(other, looks)) continue;
      if (distance <= this.#setting.threshold && (nearest === null || distance < nearest.distance))
        nearest = { number, distance };
    }
    return nearest;
  }

  /** Whether a page shows a state. Unknown noise is tolerated. */
  shows(html: string, number: number): boolean {
    return (
      this.#isPlain ||
      this.recognise(html)?.number === number ||
      this.#differsLittle(this.#treeOf(html), number)
    );
  }

  /** Whether two pages show the same, in whichever state. */
  isSameLook(one: string, other: string): boolean {
    const [a, b] = [one, other].map((html) => this.#looksOf(this.#treeOf(html)));
    if (a === undefined || b === undefined) return false;
    return a.hash === b.hash || this.#setting.distance(a.print, b.print) <= this.#setting.threshold;
  }

  /** Whether a page differs from one of the states only in a text or two. */
  isLikeKnown(html: string): boolean {
    if (this.#isPlain) return false;
    const tree = this.#treeOf(html);
    return this.#states.some((_, number) => this.#differsLittle(tree, number));
  }

  /**
   * Learns what differs between two loads of one state, and returns the known state that the first load shows after all: a state that was
   * loaded only once may have had unnoticed noise.
   */
  recogniseTwins(html: string, twin: string): Recognised | null {
    if (this.#isPlain) return null;
    const tree = this.#treeOf(html);
    const places = this.#noise.learn(tree, this.#treeOf(twin));
    if (places.length === 0) return null;
    const known = this.recognise(html);
    if (known !== null) return known;
    const offered = this.#offeredAnywhere();
    for (const [number, { tree: other }] of this.#states.entries()) {
      const noise = new LearnedNoise(this.#memory);
      noise.know(tree, places);
      noise.know(other, places);
      const [mine, theirs] = [tree, other].map((each) => this.#looksOf(noise.without(each)));
      if (mine === undefined || theirs === undefined) continue;
      const distance = mine.hash === theirs.hash ? 0 : this.#setting.distance(mine.print, theirs.print);
      if (distance > this.#setting.threshold) continue;
      if (offered !== null && !this.#offeredIn(mine).isSubsetOf(offered)) continue;
      if (!this.#isSameMode(mine, theirs)) continue;
      this.#noise.know(other, places);
      return { number, distance };
    }
    return null;
  }

  /** Adds a state; its number is the previous count. */
  add(html: string): void {
    const tree = this.#treeOf(html);
    this.#states.push({ tree, looks: this.#looksOf(tree), version: this.#noise.version });
    if (this.#byHash.version === this.#noise.version)
      this.#noteHash(this.#byHash.numbers, this.#states.length - 1);
  }

  /** Adds a stored state, and learns the noise that is marked in it. */
  recall(html: string): void {
    this.#noise.recall(this.#treeOf(html));
    this.add(html);
  }

  stripped(number: number): Pick<Looks, 'stripped' | 'hash'> {
    return this.#looksAt(number);
  }

  /** The page of a state, with its noise marked. */
  marked(number: number): string {
    const { tree } = this.#state(number);
    return this.#memory.of('marked', [this.#noise.key, tree], () => treeAsHtml(this.#noise.marked(tree)));
  }

  /** The distances of a state from each of those before it. */
  distances(number: number): readonly number[] {
    const { print } = this.#looksAt(number);
    return Array.from({ length: number }, (_, other) =>
      this.#setting.distance(this.#looksAt(other).print, print),
    );
  }

  /** What a page offers, as the setting sees it: when functions are compared, links lead to other data, and buttons to other functions. */
  #offeredIn({ offers, functions }: Appearance): ReadonlySet<string> {
    return this.#setting.name === 'structure' ? functions.buttons : offers;
  }

  /** Whether two pages with the same functions are in the same mode. Texts show that anyway when they are compared. */
  #isSameMode(one: Appearance, other: Appearance): boolean {
    return this.#isPlain || this.#setting.name !== 'structure' || one.functions.mode === other.functions.mode;
  }

  /** Everything that any state offers; null for settings that people made: they say all. */
  #offeredAnywhere(): ReadonlySet<string> | null {
    if (this.#isPlain || !/^(?:content|structure)$/.test(this.#setting.name)) return null;
    const of = `${this.#noise.version} ${this.#states.length}`;
    if (this.#offered.of !== of) {
      const offers = new Set(
        this.#states.flatMap((_, number) => [...this.#offeredIn(this.#looksAt(number))]),
      );
      this.#offered = { of, offers };
    }
    return this.#offered.offers;
  }

  /** The first state that is exactly the same. */
  #withHash(hash: string): number | undefined {
    const { version } = this.#noise;
    if (this.#byHash.version !== version) this.#byHash = { version, numbers: new Map() };
    const { numbers } = this.#byHash;
    if (numbers.size === 0) for (const number of this.#states.keys()) this.#noteHash(numbers, number);
    return numbers.get(hash);
  }

  #noteHash(numbers: Map<string, number>, number: number): void {
    const { hash } = this.#looksAt(number);
    if (!numbers.has(hash)) numbers.set(hash, number);
  }

  #differsLittle(tree: PageNode, number: number): boolean {
    const other = this.#state(number).tree;
    return this.#memory.of('little', [this.#noise.key, tree, other], () => this.#isLittleApart(tree, other));
  }

  #isLittleApart(tree: PageNode, other: PageNode): boolean {
    const [mine, theirs] = [this.#noise.without(tree), this.#noise.without(other)];
    const places = this.#memory.of('differences', [mine, theirs], () => twinDifferences(mine, theirs));
    const unknown = places.filter((place) => !this.#noise.isNoisy(place));
    return unknown.length <= fewPlaces && unknown.every(({ what }) => what === 'texts');
  }

  #state(number: number): KnownState {
    const state = this.#states[number];
    if (state === undefined) throw new RangeError(`there is no state ${number}`);
    return state;
  }

  #looksAt(number: number): Looks {
    const state = this.#state(number);
    if (state.version !== this.#noise.version) {
      state.looks = this.#looksOf(state.tree);
      state.version = this.#noise.version;
    }
    return state.looks;
  }

  #treeOf(html: string): PageNode {
    return this.#memory.of('tree', [html], () => pageTree(html));
  }

  #looksOf(tree: PageNode): Looks {
    const quiet = this.#isPlain ? tree : this.#noise.without(tree);
    const appearance = this.#memory.of('appearance', [this.#cut, quiet], () => this.#appearanceOf(quiet));
    return { ...appearance, print: this.#setting.fingerprint(appearance.content) };
  }

  #appearanceOf(quiet: PageNode): Appearance {
    const shown = this.#isPlain ? quiet : strippedTree(quiet);
    const html = treeAsHtml(shown);
    const stripped = this.#cut(html) ?? html;
    const hash = createHash('sha256').update(stripped).digest('hex');
    return this.#memory.of('content', [hash], () => {
      const tree = stripped === html ? shown : pageTree(stripped);
      return {
        ...{ stripped, hash, offers: offersOf(tree), functions: functionsOf(tree) },
        content: readForComparison(Buffer.from(stripped), 'text/html; charset=utf-8'),
      };
    });
  }
}

/** Throws EXPLORE_OPTION_INVALID for an invalid selector. */
export function knownStatesFor(
  { setting, strip, plain }: Pick<ExploreOptions, 'setting' | 'strip' | 'plain'>,
  memory: Memory = noMemory,
): KnownStates {
  const cut = memory.of('cut', [strip.join('\n')], () => cutterOf(strip));
  return new KnownStates(setting, cut, plain, memory);
}

function cutterOf(strip: readonly string[]): (html: string) => string | null {
  if (strip.length === 0) return (html) => html;
  try {
    const cut = regionCutter({ only: [], ignore: strip });
    return (html) => cut(regionPage(html));
  } catch (error) {
    throw new ExploreError(
      'EXPLORE_OPTION_INVALID',
      `one of ${strip.join(', ')} is not a CSS selector`,
      error,
    );
  }
}

/**
 * What a page offers: links and buttons, by their text. Their addresses may differ for every visitor. An open menu may add little text to a
 * page, but what it offers cannot be reached in any other way.
 */
function offersOf(tree: PageNode): ReadonlySet<string> {
  const offers = new Set<string>();
  const waiting: (PageNode | string)[] = [tree];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') continue;
    const { name, attributes } = next;
    const isOffer =
      (name === 'a' && attributes['href'] !== undefined) ||
      name === 'button' ||
      attributes['role'] === 'menuitem';
    const text = isOffer ? withoutNumbers(textOf(next)) : '';
    if (text !== '') offers.add(text);
    waiting.push(...next.children);
  }
  return offers;
}
