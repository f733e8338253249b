import type { Leaves } from '../../document/index.ts';
import { alignSequences } from '../compare/align-sequences.ts';
import { numberLeaves } from '../compare/number-sequences.ts';
import { areLinksSame, type LinkIdentity } from '../compare/segment-links.ts';
import { leavesIn, type Snapshot } from '../compare/snapshot.ts';

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

/** For two fetches at the same moment: each part that differs may become a rule, and each change is compared with each rule. */
export const twinBudget: ComparisonBudget = { parts: 1000, tokens: 120_000, links: 20_000 };

/** Longer pages are never compared part by part: their parts alone would take more memory than there is. */
export const mostSegments = 100_000;

/** Whether two versions are alike enough to be compared part by part. Linear in their size. */
export function isWithinBudget(
  last: Snapshot,
  now: Snapshot,
  identity: LinkIdentity,
  budget: ComparisonBudget,
): boolean {
  if (isTooLong(last) || isTooLong(now)) return false;
  const [before, after] = [leavesIn(last), leavesIn(now)];
  const spent = new Spending(budget);
  const [old = new Int32Array(), current = new Int32Array()] = numberLeaves([before, after]).sequences;
  const matches = alignSequences(old, current);
  let next = 0;
  for (let i = 0; i < before.length; i++) {
    const match = matches[i] as number;
    if (match < 0) {
      if (!spent.take(before, i)) return false;
      continue;
    }
    for (; next < match; next++) if (!spent.take(after, next)) return false;
    next++;
    if (!areLinksSame(before.links(i), after.links(match), identity)) {
      if (!spent.take(before, i) || !spent.take(after, match)) return false;
    }
  }
  for (; next < after.length; next++) if (!spent.take(after, next)) return false;
  return true;
}

/** Whether a version has too many parts to be compared part by part. Then its segments should not be made. */
export function isTooLong(version: Snapshot): boolean {
  return leavesIn(version).length > mostSegments;
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

  take(leaves: Leaves, leaf: number): boolean {
    this.#parts--;
    this.#tokens -= leaves.size(leaf);
    this.#links -= leaves.links(leaf).length;
    return this.#parts >= 0 && this.#tokens >= 0 && this.#links >= 0;
  }
}
