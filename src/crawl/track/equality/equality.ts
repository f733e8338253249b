import type { Segment } from '../../../document/index.ts';
import {
  type Comparison,
  type LinkIdentity,
  type Snapshot,
  sameLinks,
  sameWords,
} from '../../../track/index.ts';
import type { PageVersion } from '../page-version.ts';
import type { ComparisonPlugIn } from './plug-in.ts';

/** How two versions of a page are compared. Comparing bytes is one of several ways. */
export type Equality =
  /** Every different byte is a change, as in the paper; there is no second fetch. */
  | { readonly by: 'bytes' }
  /** By the part of the page that a view selects; what differs between two fetches at the same moment is noise. */
  | { readonly by: 'view'; readonly view: PageView }
  /** By the user's own program, whose verdict is final. */
  | { readonly by: 'plug-in'; readonly plugIn: ComparisonPlugIn };

/** The part of a page that is compared. */
export interface PageView {
  /** The part in words, `text in the chosen regions (main)`; null for the whole page. */
  readonly subject: string | null;
  /** Null when the page cannot be split into regions. */
  snapshot(version: PageVersion): Snapshot | null;
  /** The result for two versions that are exactly the same; null when they are not. */
  compareExactly(last: Snapshot, now: Snapshot, identity: LinkIdentity): Comparison | null;
  /** Adds to the result what part was compared. */
  describe(comparison: Comparison): Comparison;
}

/** Text, links and pictures of the whole page: the default. */
export const wholePage: PageView = {
  subject: null,
  snapshot: (version) => version.snapshot,
  compareExactly: (last, now, identity) =>
    strictlySame(last.segments, now.segments, identity) ? { level: 'same signature' } : null,
  describe: (comparison) => comparison,
};

/** The view if it can split both versions, otherwise the whole page. */
export function viewForBoth(view: PageView, last: PageVersion, now: PageVersion): PageView {
  const canShowBoth = view.snapshot(last) !== null && view.snapshot(now) !== null;
  return canShowBoth ? view : unsplitPage;
}

/** The part of a version that a view selects; the whole page when the view cannot split it. */
export function viewedSnapshot(view: PageView, version: PageVersion): Snapshot {
  return view.snapshot(version) ?? version.snapshot;
}

const unsplitPage: PageView = {
  ...wholePage,
  describe: (comparison) =>
    withPlace('compared as a whole, because it cannot be split into regions', comparison),
};

/** Prefixes a result with the location it is about. */
export function withPlace(place: string, comparison: Comparison): Comparison {
  switch (comparison.level) {
    case 'only noise':
      return { ...comparison, noise: `${place}: ${comparison.noise}` };
    case 'changed':
      return { ...comparison, summary: `${place}: ${comparison.summary}` };
    case 'same signature':
    case 'same segments':
      return { level: 'same as chosen', reason: `${place}: the same text and links` };
    default:
      return comparison;
  }
}

/**
 * Whether two versions have the same text, links and pictures in the same order. Equal strict signatures mean the same;
 * this avoids hashes that would be compared only once.
 */
export function strictlySame(
  last: readonly Segment[],
  now: readonly Segment[],
  identity: LinkIdentity,
): boolean {
  if (last.length !== now.length) return false;
  return last.every((before, index) => {
    const after = now[index];
    if (after === undefined || !sameWords(before, after) || before.path !== after.path) return false;
    return sameLinks(before, after, identity);
  });
}
