import { hashText, type Segment } from '../../document/index.ts';
import { compareSegments } from '../compare/compare-segments.ts';
import { placeName } from '../compare/place-texts.ts';
import type { SegmentChange } from '../compare/segment-change.ts';
import { type LinkIdentity, sameLinks, sameWords } from '../compare/segment-links.ts';
import { DrawnLeaf } from './drawn-leaf.ts';
import { hunksOf } from './hunks.ts';
import { comparableTokens } from './leaf-tokens.ts';
import { linkDifferences } from './link-difference.ts';
import type { Snapshot } from './snapshot.ts';

/** What a leaf is in another fetch of the same visit. */
interface Partner {
  readonly segment: Segment;
  /** Whether it stands elsewhere among the others. */
  readonly isMoved: boolean;
}

/** What the fetches of one visit have in common, leaf by leaf. */
export class Agreement {
  readonly #last: Snapshot;
  readonly #now: Snapshot;
  readonly #partners: readonly ReadonlyMap<Segment, Partner>[];
  /** How often each text stands in each of the other fetches, and in this one. */
  readonly #counts: readonly ReadonlyMap<string, number>[];
  readonly #ownCounts: ReadonlyMap<string, number>;
  readonly #identity: LinkIdentity;
  #known: ReadonlySet<string> | undefined;

  constructor(last: Snapshot, now: Snapshot, twins: readonly Snapshot[], identity: LinkIdentity) {
    this.#last = last;
    this.#now = now;
    this.#identity = identity;
    this.#partners = twins.map((twin) => {
      const partners = new Map<Segment, Partner>();
      const places = new Map(twin.segments.map((segment) => [segment.path, segment]));
      for (const change of compareSegments(now.segments, twin.segments, identity)) {
        const { before, after } = change;
        if (before === null || after === null) continue;
        const isMoved = change.flag === 'moved' || (change.flag === 'changed' && change.isMoved);
        // An advert that another kind of place drew is none of its business: what stands at its own place counts.
        const isElsewhere = isMoved && placeName(before) !== placeName(after);
        const successor = isElsewhere ? places.get(before.path) : undefined;
        partners.set(before, { segment: successor ?? after, isMoved: isMoved && successor === undefined });
      }
      return partners;
    });
    this.#counts = twins.map(countTexts);
    this.#ownCounts = countTexts(now);
  }

  /** Whether some other fetch has these words, wherever, more often than this one. */
  standsInTwin(segment: Segment): boolean {
    const text = hashText(segment);
    const own = this.#ownCounts.get(text) ?? 0;
    return this.#counts.some((counts) => (counts.get(text) ?? 0) > own);
  }

  /** The leaf in each of the other fetches; null unless all of them have it at the same place, word for word. */
  steadyPartners(after: Segment): readonly Segment[] | null {
    return this.isSteady(after) ? this.#counterparts(after) : null;
  }

  /** Whether every other fetch has the leaf, with the same words and links, at the same place among the others. */
  isSteady(after: Segment): boolean {
    const text = hashText(after);
    return this.#partners.every((partners) => {
      const partner = partners.get(after);
      return (
        partner !== undefined &&
        !partner.isMoved &&
        hashText(partner.segment) === text &&
        sameLinks(after, partner.segment, this.#identity)
      );
    });
  }

  /** Whether a leaf that came or moved is missing, or elsewhere, in another fetch of this visit. */
  isDrawn({ flag, after }: SegmentChange): boolean {
    if (after === null || (flag !== 'new' && flag !== 'moved')) return false;
    if (flag === 'new') return this.#partners.some((partners) => !partners.has(after));
    return this.#partners.some((partners) => {
      const partner = partners.get(after);
      return partner === undefined || partner.isMoved || !sameWords(partner.segment, after);
    });
  }

  /**
   * What a leaf that came or changed has in every fetch, and the last version had not; null when there is no such thing.
   * `drawnWords`: those that are known to be drawn in this line.
   */
  news({ before, after }: SegmentChange, drawnWords: ReadonlySet<string>): string | null {
    const counterparts = this.#counterparts(after);
    if (after === null || counterparts === null) return null;
    const words = this.#newWords(before, after, counterparts).filter((word) => !drawnWords.has(word));
    if (words.length > 0) return words.slice(0, 5).join(' ');
    return before === null ? null : this.#newLink(before, after, counterparts);
  }

  #newWords(before: Segment | null, after: Segment, counterparts: readonly Segment[]): readonly string[] {
    const draws = counterparts.map((one) => comparableTokens(after, this.#now.at, one, this.#now.at));
    const [own] = draws[0] ?? [[]];
    const leaf = new DrawnLeaf([own, ...draws.map(([, other]) => other)]);
    if (before === null) {
      const words = leaf.misfit([])?.news ?? [];
      return counterparts.every((one) => sameWords(one, after)) ? words : this.#unheard(words);
    }
    const [old, now] = comparableTokens(before, this.#last.at, after, this.#now.at);
    if (hunksOf(old, now).length === 0) return []; // only the time ran on
    const misfit = leaf.misfit(old);
    if (misfit === null) return [];
    return leaf.isWhole ? this.#unheard(misfit.news) : [...misfit.news, ...misfit.lost];
  }

  /** Words that the last version has nowhere. */
  #unheard(words: readonly string[]): readonly string[] {
    this.#known ??= new Set(this.#last.segments.flatMap((segment) => segment.tokens));
    const known = this.#known;
    return words.filter((word) => /^[\p{L}\p{N}_]/u.test(word) && !known.has(word));
  }

  /** A link or picture that leads elsewhere than before in a part that all fetches of this visit agree on. */
  #newLink(before: Segment, after: Segment, counterparts: readonly Segment[]): string | null {
    const differences = linkDifferences(before, after, this.#identity);
    const draws = counterparts.map((one) => linkDifferences(after, one, this.#identity));
    if (differences === null || draws.includes(null)) return this.#unheardLink(after, counterparts);
    const drawn = draws.flatMap((one) => one ?? []);
    const news = differences.find(({ index, parameters }) => {
      const here = drawn.filter((draw) => draw.index === index);
      const names = new Set(here.flatMap((draw) => draw.parameters ?? []));
      if (here.some((draw) => draw.parameters === null)) return false;
      return parameters === null || !parameters.every((name) => names.has(name));
    });
    return news === undefined ? null : (after.links[news.index]?.url ?? null);
  }

  /** A link or picture that all fetches of this visit have in a leaf, and the last version has nowhere. */
  #unheardLink(after: Segment, counterparts: readonly Segment[]): string | null {
    const known = new Set(this.#last.segments.flatMap(({ links }) => links.map(this.#identity)));
    const shared = counterparts.map((segment) => new Set(segment.links.map(this.#identity)));
    const link = after.links.find((candidate) => {
      const identity = this.#identity(candidate);
      return !known.has(identity) && shared.every((links) => links.has(identity));
    });
    return link?.url ?? null;
  }

  /** What stands in the place of a leaf in the other fetches; null unless all of them have something there. */
  #counterparts(after: Segment | null): readonly Segment[] | null {
    if (after === null || this.#partners.length === 0) return null;
    const found = this.#partners.flatMap((partners) => partners.get(after)?.segment ?? []);
    return found.length === this.#partners.length ? found : null;
  }
}

function countTexts({ segments }: Snapshot): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const text = hashText(segment);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}
