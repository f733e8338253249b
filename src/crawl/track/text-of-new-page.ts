import { leavesOf, type Segment } from '../../document/index.ts';
import {
  type JudgedChange,
  judgeChanges,
  leavesIn,
  quietSegments,
  realChange,
  type Snapshot,
  segmentOf,
} from '../../track/index.ts';
import type { NewText } from './changed-text.ts';
import { type PageView, viewedSnapshot } from './equality/equality.ts';
import type { PageVersion } from './page-version.ts';
import { linkIdentities, type SiteKnowledge } from './site-knowledge.ts';

/** The text of a page that has no version to compare with. What varies on other pages of its site is noise here, too. */
export function textOfNewPage(
  host: string,
  now: PageVersion,
  view: PageView,
  knowledge: SiteKnowledge,
): NewText {
  if (!now.hasText) return { leaves: leavesOf([]), now: [], changes: [] };
  const snapshot = viewedSnapshot(view, now);
  return {
    leaves: leavesIn(snapshot),
    get now() {
      return snapshot.segments;
    },
    get changes() {
      return changesIn(snapshot, host, now, knowledge);
    },
  };
}

function changesIn(
  snapshot: Snapshot,
  host: string,
  now: PageVersion,
  knowledge: SiteKnowledge,
): readonly JudgedChange[] {
  const rules = knowledge.pageRules(host).filter(({ isOff }) => !isOff);
  // Most sites have no noise: the judge, which takes longer than the detectors, is not needed there.
  if (rules.length === 0) return snapshot.segments.map(newSegment);
  const quiet = new Set(quietSegments(snapshot.segments, rules));
  const judged = judgeChanges({ segments: [], at: null }, snapshot, rules, {
    identity: linkIdentities(now.url, knowledge),
  });
  const isRead = ({ isNoise, change }: JudgedChange) => !isNoise && quiet.has(segmentOf(change));
  return judged.filter(isRead);
}

const newSegment = (after: Segment): JudgedChange =>
  realChange({ flag: 'new', before: null, after }, `new ${after.kind}`);
