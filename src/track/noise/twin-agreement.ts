import { hashText, type Segment } from '../../document/index.ts';
import { PageClocks } from '../clock/page-clocks.ts';
import { timeMark } from '../clock/same-times.ts';
import { compareSegments, type SegmentChange } from '../compare/compare-segments.ts';
import { sameWords, similarity } from '../compare/segment-likeness.ts';
import { type LinkIdentity, linkDifferences, sameLinks } from '../compare/segment-links.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { withPathsOf } from './aligned-paths.ts';
import { PagePlaces } from './page-places.ts';
import { clockRuleAt } from './site-clocks.ts';
import { comparableTokens, differInBuildTimeOnly, hunksOf, shownTokens } from './token-differences.ts';
import type { VolatileRule } from './volatile-rule.ts';
import { VolatileText } from './volatile-text.ts';

/** All fetches of one page at one moment, and its last good version, all with the paths of the first fetch. */
export class VisitFetches {
  readonly last: Snapshot;
  readonly now: Snapshot;
  /** The further fetches, at least one. */
  readonly twins: readonly Snapshot[];
  readonly identity: LinkIdentity;
  /** From the last version to this one. */
  readonly changes: readonly SegmentChange[];
  /** From this fetch to each of the further ones. */
  readonly twinChanges: readonly (readonly SegmentChange[])[];
  /** The places of all of them: this fetch, the last version, then the further fetches. */
  readonly places: PagePlaces;
  readonly clocks: PageClocks;

  constructor(last: Snapshot, now: Snapshot, twins: readonly Snapshot[], identity: LinkIdentity) {
    this.last = withPathsOf(now, last);
    this.now = now;
    this.twins = twins.map((twin) => withPathsOf(now, twin));
    this.identity = identity;
    this.changes = compareSegments(this.last.segments, now.segments, identity);
    this.clocks = new PageClocks(this.changes, last.at, now.at);
    this.twinChanges = this.twins.map((twin) => compareSegments(now.segments, twin.segments, identity));
    this.places = new PagePlaces(
      [now, this.last, ...this.twins].map(({ segments }) => segments),
      [this.changes, ...this.twinChanges],
    );
  }
}

/** A line in which only a value varies keeps more than this share of its tokens. */
const oneLine = 0.7;

/** A segment of this fetch in another fetch of the same visit. */
interface Partner {
  readonly segment: Segment;
  /** Whether its order among the others differs. */
  readonly isMoved: boolean;
}

/** What the fetches of one visit have in common, segment by segment. */
export class TwinAgreement {
  readonly #fetches: VisitFetches;
  readonly #rules: readonly VolatileRule[];
  /** One map for each of the other fetches. */
  readonly #partners: readonly ReadonlyMap<Segment, Partner>[];
  #wordsOfLast: ReadonlySet<string> | undefined;

  constructor(fetches: VisitFetches, rules: readonly VolatileRule[] = []) {
    this.#fetches = fetches;
    this.#rules = rules;
    this.#partners = fetches.twins.map((twin, index) =>
      partnersIn(twin, fetches.twinChanges[index] ?? [], fetches.places),
    );
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
        sameLinks(after, partner.segment, this.#fetches.identity)
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
   * What every fetch has in a new or changed segment and the last version did not have, in words for the user; null when there
   * is no such thing. Words in `rotating` do not count.
   */
  newsOfAll({ before, after }: SegmentChange, rotating: ReadonlySet<string>): string | null {
    const counterparts = this.#counterparts(after);
    if (after === null || counterparts === null) return null;
    const { came, went } = this.#news(before, after, counterparts);
    const [newWords, goneWords] = [came, went].map((words) => words.filter((word) => !rotating.has(word)));
    if (newWords?.length) return `${quoted(newWords)} is new in every fetch`;
    if (goneWords?.length) return `${quoted(goneWords)} is gone in every fetch`;
    if (before === null) return null;
    // A text that rotates brings its own link, and many of them lead to the same page.
    const shown = shownTokens(after.tokens);
    const isOneLine = [before, ...counterparts].every(
      (one) => similarity(shownTokens(one.tokens), shown) >= oneLine,
    );
    const link = isOneLine ? this.#newLink(before, after, counterparts) : null;
    return link === null ? null : `the address ${link} is new in every fetch`;
  }

  #news(before: Segment | null, after: Segment, counterparts: readonly Segment[]): News {
    const pairs = counterparts.map((one) =>
      comparableTokens(after, this.#fetches.now.at, one, this.#fetches.now.at),
    );
    const [own] = pairs[0] ?? [[]];
    const variants = new VolatileText([own, ...pairs.map(([, other]) => other)]);
    if (before === null) {
      const words = (variants.mismatch([])?.missing ?? []).filter(isWord);
      const areSame = counterparts.every((one) => sameWords(one, after));
      return { came: areSame ? words : this.#neverSeen(words), went: [] };
    }
    if (differInBuildTimeOnly(before, this.#fetches.last, after, this.#fetches.now)) return noNews;
    const [old, now] = comparableTokens(
      before,
      this.#fetches.last.at,
      after,
      this.#fetches.now.at,
      this.#fetches.clocks.at(after, (location) => clockRuleAt(this.#rules, location) !== undefined),
    );
    if (hunksOf(old, now).length === 0) return noNews; // only the time moved on
    const mismatch = variants.mismatch(old);
    if (mismatch === null) return noNews;
    if (variants.isWhole) return { came: this.#neverSeen(mismatch.missing), went: [] };
    // A sign that the line had elsewhere is not a change; nor is the one after an item, which the last item has not.
    const isNewSign = (token: string): boolean =>
      isSign(token) && !old.includes(token) && !(isOneOfTexts(after.path) && isSeparator(token));
    const came = mismatch.missing.filter((token) => isWord(token) || isNewSign(token));
    return { came, went: mismatch.extra.filter(isWord) };
  }

  /** The words that are nowhere in the last version. */
  #neverSeen(words: readonly string[]): readonly string[] {
    this.#wordsOfLast ??= new Set(this.#fetches.last.segments.flatMap((segment) => segment.tokens));
    const known = this.#wordsOfLast;
    return words.filter((word) => isWord(word) && !known.has(word));
  }

  /** An address that differs from the last version in a part on which all fetches of this visit agree. */
  #newLink(before: Segment, after: Segment, counterparts: readonly Segment[]): string | null {
    const differences = linkDifferences(before, after, this.#fetches.identity);
    const noise = counterparts.map((one) => linkDifferences(after, one, this.#fetches.identity));
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
    const known = new Set(
      this.#fetches.last.segments.flatMap(({ links }) => links.map(this.#fetches.identity)),
    );
    const shared = counterparts.map((segment) => new Set(segment.links.map(this.#fetches.identity)));
    const link = after.links.find((candidate) => {
      const identity = this.#fetches.identity(candidate);
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

interface News {
  readonly came: readonly string[];
  readonly went: readonly string[];
}

const noNews: News = { came: [], went: [] };

const quoted = (words: readonly string[]): string => `"${words.slice(0, 5).join(' ')}"`;

const isWord = (token: string): boolean => /^[\p{L}\p{N}_]/u.test(token);
const isSeparator = (token: string): boolean => /^[,;|·•/]$/.test(token);
/** Whether an element holds several texts: `p#2`. */
const isOneOfTexts = (path: string): boolean => /#\d+$/.test(path);
const isSign = (token: string): boolean => token !== timeMark && !/^<\/?[a-z]/.test(token);

function partnersIn(
  twin: Snapshot,
  changes: readonly SegmentChange[],
  places: PagePlaces,
): ReadonlyMap<Segment, Partner> {
  const partners = new Map<Segment, Partner>();
  const byPath = new Map(twin.segments.map((segment) => [segment.path, segment]));
  for (const change of changes) {
    const { before, after } = change;
    if (before === null || after === null) continue;
    const isMoved = change.flag === 'moved' || (change.flag === 'changed' && change.isMoved);
    if (places.areAtOnePlace(before, after)) {
      partners.set(before, { segment: after, isMoved });
      continue;
    }
    // An advert that is at another location in the twin shows nothing about this location: compare the same path.
    const atPath = byPath.get(before.path);
    if (atPath !== undefined) partners.set(before, { segment: atPath, isMoved: false });
  }
  return partners;
}
