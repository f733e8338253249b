import { compareSegments, type SegmentChange } from '../compare/compare-segments.ts';
import type { LinkIdentity } from '../compare/segment-links.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { withPathsOf } from './aligned-paths.ts';
import { PagePlaces } from './page-places.ts';

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

  constructor(last: Snapshot, now: Snapshot, twins: readonly Snapshot[], identity: LinkIdentity) {
    this.last = withPathsOf(now, last);
    this.now = now;
    this.twins = twins.map((twin) => withPathsOf(now, twin));
    this.identity = identity;
    this.changes = compareSegments(this.last.segments, now.segments, identity);
    this.twinChanges = this.twins.map((twin) => compareSegments(now.segments, twin.segments, identity));
    this.places = new PagePlaces(
      [now, this.last, ...this.twins].map(({ segments }) => segments),
      [this.changes, ...this.twinChanges],
    );
  }
}
