import { type Segment, sizeOfSegment, type TokenId } from '../../document/index.ts';
import { alignSequences } from '../compare/align-sequences.ts';
import { numberHashes } from '../compare/number-sequences.ts';
import { type LinkIdentity, sameLinks } from '../compare/segment-links.ts';

/**
 * How much of two versions may differ before they are no longer compared part by part. Counted in parts, tokens and links,
 * not in seconds: the same pages must get the same answer on every machine.
 */
export interface ComparisonBudget {
  /** Segments of both versions that differ, or are in another order. */
  readonly parts: number;
  /** Words, signs and tags in them. */
  readonly tokens: number;
  readonly links: number;
}

/** For a version and the one before it. Judging takes some 0.1 ms for each part that differs. */
export const visitBudget: ComparisonBudget = { parts: 5000, tokens: 120_000, links: 20_000 };

/** For two fetches at the same moment: each part that differs may become a rule, and each change is held against each rule. */
export const twinBudget: ComparisonBudget = { parts: 1000, tokens: 120_000, links: 20_000 };

/** Longer pages are never compared part by part: their places alone would take more memory than there is. */
const mostSegments = 100_000;

/** Whether two versions are alike enough to be compared part by part. Linear in their size. */
export function isWithinBudget(
  before: readonly Segment[],
  after: readonly Segment[],
  identity: LinkIdentity,
  budget: ComparisonBudget,
): boolean {
  if (Math.max(before.length, after.length) > mostSegments) return false;
  const spent = new Spending(budget);
  const numbers = numberHashes(before, after);
  const matches = alignSequences(numbers.before, numbers.after);
  let next = 0;
  for (let i = 0; i < before.length; i++) {
    const match = matches[i] as number;
    if (match < 0) {
      if (!spent.take(before[i] as Segment)) return false;
      continue;
    }
    for (; next < match; next++) if (!spent.take(after[next] as Segment)) return false;
    next++;
    if (!spent.takeLinks(before[i] as Segment, after[match] as Segment, identity)) return false;
  }
  for (; next < after.length; next++) if (!spent.take(after[next] as Segment)) return false;
  return true;
}

/** What is left of a budget. Each call returns false once it is used up. */
class Spending {
  #parts: number;
  #tokens: number;
  #links: number;

  constructor({ parts, tokens, links }: ComparisonBudget) {
    this.#parts = parts;
    this.#tokens = tokens;
    this.#links = links;
  }

  take(segment: Segment): boolean {
    this.#parts--;
    this.#tokens -= sizeOfSegment(segment);
    this.#links -= segment.links.length;
    return this.#parts >= 0 && this.#tokens >= 0 && this.#links >= 0;
  }

  /** Two segments with the same words count only if their links differ. */
  takeLinks(before: Segment, after: Segment, identity: LinkIdentity): boolean {
    if (before.links.length === 0 && after.links.length === 0) return true;
    return sameLinks(before, after, identity) || (this.take(before) && this.take(after));
  }
}

/** A segment with its links as one hash, for versions that are only held against each other as a whole. */
export function hashWithLinks({ high, low, links }: Segment, identity: LinkIdentity): TokenId {
  let [mixedHigh, mixedLow] = [high | 0, low | 0];
  for (const link of links) {
    const name = identity(link);
    for (let i = 0; i < name.length; i++) {
      const code = name.charCodeAt(i);
      mixedHigh = Math.imul(mixedHigh ^ code, 0x01000193);
      mixedLow = (Math.imul(mixedLow, 31) + code) | 0;
    }
  }
  return { high: mixedHigh, low: mixedLow };
}
