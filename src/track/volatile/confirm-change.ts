import type { Segment } from '../../document/index.ts';
import { hashText } from '../../document/index.ts';
import { compareSegments } from '../compare/compare-segments.ts';
import type { SegmentChange } from '../compare/segment-change.ts';
import { asWritten, type LinkIdentity } from '../compare/segment-links.ts';
import { comparableTokens, hunksOf } from './hunks.ts';
import { type JudgedChange, judgeChanges } from './judge-changes.ts';
import { learnVolatile } from './learn-volatile.ts';
import type { Snapshot } from './snapshot.ts';
import type { VolatileRule } from './volatile-rule.ts';

/** What remains of a suspected update once the page was fetched again. */
export interface ConfirmedChange {
  /** What all fetches of this visit agree on, and the last good version does not have. */
  readonly changes: readonly JudgedChange[];
  readonly noise: readonly JudgedChange[];
  /** What differs between the fetches of this visit, as rules for the next one. */
  readonly learned: readonly VolatileRule[];
  /** Rules at whose place all fetches agreed on words that are new: they do not hold there. */
  readonly contradicted: readonly VolatileRule[];
  /**
   * Everything in `changes` stands where the page is known to be volatile: two fetches may have drawn the same advert.
   * One more fetch would tell.
   */
  readonly isDoubtful: boolean;
}

export interface ConfirmOptions {
  readonly identity?: LinkIdentity;
  readonly rules?: readonly VolatileRule[];
}

/**
 * Tells a change from noise by one more fetch of the same moment, or several (X1). What differs between them is noise
 * and is learned; what they agree on is the change. No rule hides words that are new in all of them.
 */
export function confirmChange(
  last: Snapshot,
  now: Snapshot,
  twins: Snapshot | readonly Snapshot[],
  { identity = asWritten, rules = [] }: ConfirmOptions = {},
): ConfirmedChange {
  const others = 'segments' in twins ? [twins] : twins;
  const learned = new Map<string, VolatileRule>();
  for (const twin of others)
    for (const rule of learnVolatile(now, twin, identity)) learned.set(rule.id, rule);
  const exact = [...learned.values()];
  const judged = judgeChanges(last, now, rules, { identity, exact, hasTwin: true });
  const agreement = new Agreement(last, now, others, identity);
  const changes: JudgedChange[] = [];
  const noise: JudgedChange[] = [];
  const contradicted = new Set<VolatileRule>();
  let isDoubtful = true;
  for (const one of judged) {
    const { before, after } = one.change;
    if (after === null && agreement.standsInTwin(before)) {
      noise.push({ ...one, isNoise: true, reason: 'another fetch of the same moment still had it' });
    } else if (agreement.isDrawn(one.change)) {
      noise.push({
        ...one,
        isNoise: true,
        reason: 'another fetch of the same moment had it not, or elsewhere',
      });
    } else if (!one.isNoise) {
      changes.push(one);
      isDoubtful = false;
    } else {
      const news = wasDrawnBefore(after, one.rules, rules) ? null : agreement.news(one);
      if (news === null) noise.push(one);
      else {
        changes.push({ ...one, isNoise: false, reason: `new in every fetch: ${news}` });
        for (const rule of one.rules) if (!learned.has(rule.id)) contradicted.add(rule);
      }
    }
  }
  return {
    changes,
    noise,
    learned: exact,
    contradicted: [...contradicted],
    isDoubtful: isDoubtful && changes.length > 0,
  };
}

/** Whether earlier twins drew the same text at the place: an advert that comes again is no news, though all fetches have it. */
function wasDrawnBefore(
  after: Segment | null,
  used: readonly VolatileRule[],
  known: readonly VolatileRule[],
): boolean {
  if (after === null) return false;
  const ids = new Set(used.map(({ id }) => id));
  const text = hashText(after);
  return known.some((rule) => rule.kind === 'segment' && ids.has(rule.id) && rule.texts.includes(text));
}

/** What a leaf is in another fetch of the same visit. */
interface Partner {
  readonly segment: Segment;
  /** Whether it stands elsewhere among the others. */
  readonly isMoved: boolean;
}

/** What the fetches of one visit have in common, leaf by leaf. */
class Agreement {
  readonly #last: Snapshot;
  readonly #now: Snapshot;
  readonly #partners: readonly ReadonlyMap<Segment, Partner>[];
  readonly #hashes: ReadonlySet<string>;
  readonly #identity: LinkIdentity;
  #known: ReadonlySet<string> | undefined;

  constructor(last: Snapshot, now: Snapshot, twins: readonly Snapshot[], identity: LinkIdentity) {
    this.#last = last;
    this.#now = now;
    this.#identity = identity;
    this.#partners = twins.map((twin) => {
      const partners = new Map<Segment, Partner>();
      for (const change of compareSegments(now.segments, twin.segments, identity)) {
        const { before, after } = change;
        if (before === null || after === null) continue;
        const isMoved = change.flag === 'moved' || (change.flag === 'changed' && change.isMoved);
        partners.set(before, { segment: after, isMoved });
      }
      return partners;
    });
    this.#hashes = new Set(twins.flatMap(({ segments }) => segments.map(hashText)));
  }

  standsInTwin(segment: Segment | null): boolean {
    return segment !== null && this.#hashes.has(hashText(segment));
  }

  /** Whether a leaf that came or moved is missing, or elsewhere, in another fetch of this visit. */
  isDrawn({ flag, after }: SegmentChange): boolean {
    if (after === null || (flag !== 'new' && flag !== 'moved')) return false;
    if (flag === 'new') return this.#partners.some((partners) => !partners.has(after));
    return this.#partners.some((partners) => partners.get(after)?.isMoved !== false);
  }

  /** What all fetches of this visit have in a leaf, and the last version has not; null when there is no such thing. */
  news({ change: { flag, before, after }, reason, rules }: JudgedChange): string | null {
    // Rules for lists without order have the last word about order.
    if (flag === 'moved' && rules.every(({ kind }) => kind !== 'order'))
      return this.#isSteady(after) ? reason : null;
    return this.#newWords(before, after) ?? this.#newLink(before, after) ?? this.#newText(before, after);
  }

  /** Whether every fetch of this visit has the leaf, at the same place among the others. */
  #isSteady(after: Segment): boolean {
    const text = hashText(after);
    return this.#partners.every((partners) => {
      const partner = partners.get(after);
      return partner !== undefined && !partner.isMoved && hashText(partner.segment) === text;
    });
  }

  /** The leaf as a whole: another sign, or the same words in another order. */
  #newText(before: Segment | null, after: Segment | null): string | null {
    const counterparts = this.#counterparts(after);
    if (before === null || after === null || counterparts === null) return null;
    const [old, now] = comparableTokens(before, this.#last.at, after, this.#now.at);
    if (hunksOf(old, now).length === 0) return null; // only the time ran on
    const text = hashText(after);
    if (this.#last.segments.some((segment) => hashText(segment) === text)) return null;
    return counterparts.every((segment) => hashText(segment) === text) ? after.text.slice(0, 60) : null;
  }

  /** Words of a leaf that all fetches of this visit have there, and the last version has nowhere; null when there are none. */
  #newWords(before: Segment | null, after: Segment | null): string | null {
    const counterparts = this.#counterparts(after);
    if (after === null || counterparts === null) return null;
    const shared = counterparts.map((segment) => new Set(segment.tokens));
    const tokens =
      before === null ? after.tokens : comparableTokens(before, this.#last.at, after, this.#now.at)[1];
    const words = tokens.filter(
      (token) =>
        /^[\p{L}\p{N}_]/u.test(token) &&
        !this.#knownWords().has(token) &&
        shared.every((known) => known.has(token)),
    );
    return words.length === 0 ? null : words.slice(0, 5).join(' ');
  }

  /** A link or picture that all fetches of this visit have in a leaf, and the last version has nowhere. */
  #newLink(before: Segment | null, after: Segment | null): string | null {
    const counterparts = this.#counterparts(after);
    if (before === null || after === null || counterparts === null) return null;
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

  #knownWords(): ReadonlySet<string> {
    this.#known ??= new Set(this.#last.segments.flatMap((segment) => segment.tokens));
    return this.#known;
  }
}
