import { createHash } from 'node:crypto';
import { type PageNode, pageTree, type RegionCutter, readForComparison } from '../../document/index.ts';
import type { NearDuplicates } from '../../fingerprint/index.ts';
import { LearnedNoise } from './learned-noise.ts';
import { offersOf } from './offers.ts';
import { strippedTree, treeAsHtml } from './strip-page.ts';
import { twinDifferences } from './twin-differences.ts';

/** Pages that differ in no more texts than this, apart from noisy places, may be one. */
const fewPlaces = 2;

/** A state that was recognised. */
export interface Recognised {
  readonly number: number;
  /** 0 when it is the same to the letter. */
  readonly distance: number;
}

/** What is compared of a page. */
interface Looks {
  readonly stripped: string;
  readonly hash: string;
  readonly print: unknown;
  readonly offers: ReadonlySet<string>;
}

interface KnownState {
  readonly tree: PageNode;
  looks: Looks;
  /** The version of the noise that its looks are without. */
  version: number;
}

/** The states that were found, and whether a page shows one of them. */
export class KnownStates {
  readonly #setting: NearDuplicates<unknown>;
  readonly #cut: RegionCutter;
  readonly #isPlain: boolean;
  readonly #noise = new LearnedNoise();
  readonly #states: KnownState[] = [];

  /** Plain pages are compared with all that is in them, noise too. */
  constructor(setting: NearDuplicates<unknown>, cut: RegionCutter, isPlain: boolean) {
    this.#setting = setting;
    this.#cut = cut;
    this.#isPlain = isPlain;
  }

  get count(): number {
    return this.#states.length;
  }

  /** The state that a page shows, the nearest of all; null when it shows none. */
  recognise(html: string): Recognised | null {
    const { hash, print, offers } = this.#looksOf(pageTree(html));
    const known = this.#offeredAnywhere();
    // Whatever no state has offered yet must be tried: a near-duplicate is not enough.
    const isNews = known !== null && !offers.isSubsetOf(known);
    let nearest: Recognised | null = null;
    for (const number of this.#states.keys()) {
      const looks = this.#looksAt(number);
      if (looks.hash === hash) return { number, distance: 0 };
      const distance = isNews ? Number.POSITIVE_INFINITY : this.#setting.distance(looks.print, print);
      if (distance <= this.#setting.threshold && (nearest === null || distance < nearest.distance))
        nearest = { number, distance };
    }
    return nearest;
  }

  /** Whether a page shows a state. Noise that nobody has noticed yet is no reason for doubt. */
  shows(html: string, number: number): boolean {
    return (
      this.#isPlain || this.recognise(html)?.number === number || this.#differsLittle(pageTree(html), number)
    );
  }

  /** Whether two pages show the same, whatever state that is. */
  isSameLook(one: string, other: string): boolean {
    const [a, b] = [one, other].map((html) => this.#looksOf(pageTree(html)));
    if (a === undefined || b === undefined) return false;
    return a.hash === b.hash || this.#setting.distance(a.print, b.print) <= this.#setting.threshold;
  }

  /** Whether a page is one of the states but for a text or two. */
  isLikeKnown(html: string): boolean {
    if (this.#isPlain) return false;
    const tree = pageTree(html);
    return this.#states.some((_, number) => this.#differsLittle(tree, number));
  }

  /**
   * Learns what differs between two loads of one state, and whether the first is a known state after all: one that was loaded once only
   * may have had noise that nobody noticed.
   */
  recogniseTwins(html: string, twin: string): Recognised | null {
    if (this.#isPlain) return null;
    const tree = pageTree(html);
    const places = this.#noise.learn(tree, pageTree(twin));
    if (places.length === 0) return null;
    const known = this.recognise(html);
    if (known !== null) return known;
    const offered = this.#offeredAnywhere();
    for (const [number, { tree: other }] of this.#states.entries()) {
      const noise = new LearnedNoise();
      noise.know(tree, places);
      noise.know(other, places);
      const [mine, theirs] = [tree, other].map((each) => this.#looksOf(noise.without(each)));
      if (mine === undefined || theirs === undefined) continue;
      const distance = mine.hash === theirs.hash ? 0 : this.#setting.distance(mine.print, theirs.print);
      if (distance > this.#setting.threshold) continue;
      if (offered !== null && !mine.offers.isSubsetOf(offered)) continue;
      this.#noise.know(other, places);
      return { number, distance };
    }
    return null;
  }

  /** Adds a state; its number is the count before. */
  add(html: string): void {
    const tree = pageTree(html);
    this.#states.push({ tree, looks: this.#looksOf(tree), version: this.#noise.version });
  }

  /** Adds a state that was kept, and learns the noise that is marked in it. */
  recall(html: string): void {
    this.#noise.recall(pageTree(html));
    this.add(html);
  }

  stripped(number: number): Pick<Looks, 'stripped' | 'hash'> {
    return this.#looksAt(number);
  }

  /** The page of a state, with its noise marked. */
  marked(number: number): string {
    return treeAsHtml(this.#noise.marked(this.#state(number).tree));
  }

  /** How far a state is from each of those before it. */
  distances(number: number): readonly number[] {
    const { print } = this.#looksAt(number);
    return Array.from({ length: number }, (_, other) =>
      this.#setting.distance(this.#looksAt(other).print, print),
    );
  }

  /** What any of the states offers; null when only functions are compared: then other data on the same page offers nothing new. */
  #offeredAnywhere(): ReadonlySet<string> | null {
    if (this.#isPlain || this.#setting.name !== 'content') return null;
    return new Set(this.#states.flatMap((_, number) => [...this.#looksAt(number).offers]));
  }

  #differsLittle(tree: PageNode, number: number): boolean {
    const [mine, theirs] = [tree, this.#state(number).tree].map((each) => this.#noise.without(each));
    if (mine === undefined || theirs === undefined) return false;
    const places = twinDifferences(mine, theirs);
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

  #looksOf(tree: PageNode): Looks {
    const shown = this.#isPlain ? tree : strippedTree(this.#noise.without(tree));
    const html = treeAsHtml(shown);
    const stripped = this.#cut(html) ?? html;
    const hash = createHash('sha256').update(stripped).digest('hex');
    return {
      stripped,
      hash,
      offers: offersOf(stripped === html ? shown : pageTree(stripped)),
      print: this.#setting.fingerprint(readForComparison(Buffer.from(stripped), 'text/html; charset=utf-8')),
    };
  }
}
