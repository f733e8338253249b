import type { Comparison, LinkIdentity, Snapshot } from '../../../track/index.ts';
import type { PageVersion } from '../page-version.ts';
import { strictlySame } from '../strict-same.ts';

/** What is looked at when two versions are compared. */
export interface PageView {
  /** What is looked at, in words: `text in the chosen regions (main)`; null for all of the page. */
  readonly subject: string | null;
  /** Null when the page cannot be taken apart: then it is compared whole. */
  snapshot(version: PageVersion): Snapshot | null;
  /** The words for two versions that agree without any allowance; null when they do not. */
  same(last: Snapshot, now: Snapshot, identity: LinkIdentity): Comparison | null;
  /** The same result, saying what was looked at (X6). */
  told(comparison: Comparison): Comparison;
}

/** Text, links and pictures of all of the page: the default. */
export const wholePage: PageView = {
  subject: null,
  snapshot: (version) => version.snapshot,
  same: (last, now, identity) =>
    strictlySame(last.segments, now.segments, identity) ? { level: 'same signature' } : null,
  told: (comparison) => comparison,
};

/** The view through which both versions can be seen. */
export function viewOfBoth(view: PageView, last: PageVersion, now: PageVersion): PageView {
  const canSee = view.snapshot(last) !== null && view.snapshot(now) !== null;
  return canSee ? view : notTakenApart;
}

/** What a view shows of one version. A twin that cannot be taken apart, unlike its pair, is as different as it can be. */
export function seenThrough(view: PageView, version: PageVersion): Snapshot {
  return view.snapshot(version) ?? version.snapshot;
}

const notTakenApart: PageView = {
  ...wholePage,
  told: (comparison) => placed('compared whole, as its regions could not be told apart', comparison),
};

/** A result with the place it is about in front. */
export function placed(place: string, comparison: Comparison): Comparison {
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
