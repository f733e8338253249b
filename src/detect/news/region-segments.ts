import { hashText, type Segment } from '../../document/index.ts';
import type { ReadSegment } from '../model/condition.ts';
import type { DetectorNews } from '../model/page-news.ts';
import type { SegmentReading } from '../words/segment-reading.ts';

/** Characters that are searched for leaves which are part of a longer segment: a page of 20,000 of both would take minutes. */
const MOST_SEARCHED = 100_000_000;

/**
 * The news within a region: its leaves that were not in it before, if they are, or are part of, a segment that is news on the
 * page. So noise stays left out, and a leaf that only became part of the region by a move is no news.
 */
export function segmentsInRegion(
  selector: string,
  news: DetectorNews,
  where: 'added' | 'removed',
  segments: readonly ReadSegment[],
  read: (text: string) => SegmentReading,
): ReadonlyMap<ReadSegment, readonly ReadSegment[]> {
  const region = news.region(selector);
  const inside = new Map<ReadSegment, ReadSegment[]>();
  if (region === null) return inside;
  const [leaves, others] = where === 'added' ? [region.now, region.before] : [region.before, region.now];
  const known = new Set((others ?? []).map(hashText));
  const byHash = new Map(segments.map((one) => [hashText(one.segment), one]));
  let left = MOST_SEARCHED;
  const around = (leaf: Segment) =>
    segments.find(({ segment }) => {
      left -= segment.text.length + 1;
      return left >= 0 && contains(segment, leaf);
    });
  for (const leaf of leaves ?? []) {
    if (known.has(hashText(leaf))) continue;
    const origin = byHash.get(hashText(leaf)) ?? (left > 0 ? around(leaf) : undefined);
    if (origin === undefined) continue;
    const reading = leaf.text === origin.segment.text ? origin.reading : read(leaf.text);
    const one = { ...origin, segment: { ...leafFacts(leaf), path: origin.segment.path }, reading };
    const before = inside.get(origin);
    if (before === undefined) inside.set(origin, [one]);
    else before.push(one);
  }
  return inside;
}

const contains = ({ text }: Segment, leaf: Segment): boolean => leaf.text !== '' && text.includes(leaf.text);

/** Leaves compute their parts on demand, so that they cannot be copied with three dots. */
function leafFacts({ kind, text, tokens, high, low, links, path }: Segment): Segment {
  return { kind, text, tokens, high, low, links, path };
}
