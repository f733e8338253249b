import { hashText, type Segment } from '../../document/index.ts';
import { compareSegments, type SegmentChange, type Snapshot } from '../compare/compare-segments.ts';
import { placeKind, sameWords } from '../compare/segment-likeness.ts';
import { type LinkIdentity, linkDifferences, sameLinks } from '../compare/segment-links.ts';
import { comparableTokens, hunksOf } from './token-differences.ts';
import { VolatileText } from './volatile-text.ts';

/** A segment of this fetch in another fetch of the same visit. */
interface Partner {
  readonly segment: Segment;
  /** Whether its order among the others differs. */
  readonly isMoved: boolean;
}

/** What the fetches of one visit have in common, segment by segment. */
export class TwinAgreement {
  readonly #last: Snapshot;
  readonly #now: Snapshot;
  /** One map for each of the other fetches. */
  readonly #partners: readonly ReadonlyMap<Segment, Partner>[];
  /** How often each text occurs in each of the other fetches, and in this one. */
  readonly #counts: readonly ReadonlyMap<string, number>[];
  readonly #ownCounts: ReadonlyMap<string, number>;
  readonly #identity: LinkIdentity;
  #wordsOfLast: ReadonlySet<string> | undefined;

  constructor(last: Snapshot, now: Snapshot, twins: readonly Snapshot[], identity: LinkIdentity) {
    this.#last = last;
    this.#now = now;
    this.#identity = identity;
    this.#partners = twins.map((twin) => partnersIn(twin, now, identity));
    this.#counts = twins.map(countTexts);
    this.#ownCounts = countTexts(now);
  }

  /** Whether some other fetch has the text of a segment more often than this one, anywhere. */
  isMoreFrequentInTwin(segment: Segment): boolean {
    const text = hashText(segment);
    const own = this.#ownCounts.get(text) ?? 0;
    return this.#counts.some((counts) => (counts.get(text) ?? 0) > own);
  }

  /** The segment in each of the other fetches; null unless it is steady. */
  identicalPartners(after: Segment): readonly Segment[] | null {
    return this.isSteady(after) ? this.#counterparts(after) : null;
  }

  /** Whether every other fetch has the segment with the same words and links, in the same order among the others. */
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

  /** Whether a segment that is new or moved is missing or elsewhere in another fetch. */
  isMissingInTwin({ flag, after }: SegmentChange): boolean {
    if (after === null || (flag !== 'new' && flag !== 'moved')) return false;
    if (flag === 'new') return this.#partners.some((partners) => !partners.has(after));
    return this.#partners.some((partners) => {
      const partner = partners.get(after);
      return partner === undefined || partner.isMoved || !sameWords(partner.segment, after);
    });
  }

  /**
   * The words or the address that every fetch has in a new or changed segment and the last version had not; null when
   * there is nothing of the kind. Words in `rotating` do not count.
   */
  newInEveryFetch({ before, after }: SegmentChange, rotating: ReadonlySet<string>): string | null {
    const counterparts = this.#counterparts(after);
    if (after === null || counterparts === null) return null;
    const words = this.#newWords(before, after, counterparts).filter((word) => !rotating.has(word));
    if (words.length > 0) return words.slice(0, 5).join(' ');
    return before === null ? null : this.#newLink(before, after, counterparts);
  }

  #newWords(before: Segment | null, after: Segment, counterparts: readonly Segment[]): readonly string[] {
    const pairs = counterparts.map((one) => comparableTokens(after, this.#now.at, one, this.#now.at));
    const [own] = pairs[0] ?? [[]];
    const variants = new VolatileText([own, ...pairs.map(([, other]) => other)]);
    if (before === null) {
      const words = variants.mismatch([])?.missing ?? [];
      return counterparts.every((one) => sameWords(one, after)) ? words : this.#neverSeen(words);
    }
    const [old, now] = comparableTokens(before, this.#last.at, after, this.#now.at);
    if (hunksOf(old, now).length === 0) return []; // only the time moved on
    const mismatch = variants.mismatch(old);
    if (mismatch === null) return [];
    return variants.isWhole ? this.#neverSeen(mismatch.missing) : [...mismatch.missing, ...mismatch.extra];
  }

  /** The words that are nowhere in the last version. */
  #neverSeen(words: readonly string[]): readonly string[] {
    this.#wordsOfLast ??= new Set(this.#last.segments.flatMap((segment) => segment.tokens));
    const known = this.#wordsOfLast;
    return words.filter((word) => /^[\p{L}\p{N}_]/u.test(word) && !known.has(word));
  }

  /** An address that differs from the last version in a part on which all fetches of this visit agree. */
  #newLink(before: Segment, after: Segment, counterparts: readonly Segment[]): string | null {
    const differences = linkDifferences(before, after, this.#identity);
    const noise = counterparts.map((one) => linkDifferences(after, one, this.#identity));
    if (differences === null || noise.includes(null)) return this.#linkNeverSeen(after, counterparts);
    const volatileLinks = noise.flatMap((one) => one ?? []);
    const news = differences.find(({ index, parameters }) => {
      const here = volatileLinks.filter((link) => link.index === index);
      if (here.some((link) => link.parameters === null)) return false;
      const names = new Set(here.flatMap((link) => link.parameters ?? []));
      return parameters === null || !parameters.every((name) => names.has(name));
    });
    return news === undefined ? null : (after.links[news.index]?.url ?? null);
  }

  /** A link or image that all fetches of this visit have in a segment, and the last version has nowhere. */
  #linkNeverSeen(after: Segment, counterparts: readonly Segment[]): string | null {
    const known = new Set(this.#last.segments.flatMap(({ links }) => links.map(this.#identity)));
    const shared = counterparts.map((segment) => new Set(segment.links.map(this.#identity)));
    const link = after.links.find((candidate) => {
      const identity = this.#identity(candidate);
      return !known.has(identity) && shared.every((links) => links.has(identity));
    });
    return link?.url ?? null;
  }

  /** What the other fetches have in place of a segment; null unless all of them have something. */
  #counterparts(after: Segment | null): readonly Segment[] | null {
    if (after === null || this.#partners.length === 0) return null;
    const found = this.#partners.flatMap((partners) => partners.get(after)?.segment ?? []);
    return found.length === this.#partners.length ? found : null;
  }
}

function partnersIn(twin: Snapshot, now: Snapshot, identity: LinkIdentity): ReadonlyMap<Segment, Partner> {
  const partners = new Map<Segment, Partner>();
  const byPath = new Map(twin.segments.map((segment) => [segment.path, segment]));
  for (const change of compareSegments(now.segments, twin.segments, identity)) {
    const { before, after } = change;
    if (before === null || after === null) continue;
    const isMoved = change.flag === 'moved' || (change.flag === 'changed' && change.isMoved);
    // An advert that appears at another kind of place in the twin says nothing about this place: look at the same path.
    const isElsewhere = isMoved && placeKind(before) !== placeKind(after);
    const atPath = isElsewhere ? byPath.get(before.path) : undefined;
    partners.set(before, { segment: atPath ?? after, isMoved: isMoved && atPath === undefined });
  }
  return partners;
}

function countTexts({ segments }: Snapshot): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const text = hashText(segment);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}
