import type { Segment } from '../../document/index.ts';
import { compareSegments } from '../compare/compare-segments.ts';
import type { SegmentChange, SegmentFlag } from '../compare/segment-change.ts';
import { asWritten, type LinkIdentity } from '../compare/segment-links.ts';
import { diffWords, type WordChange } from './diff-words.ts';

/** One line of a diff, as data; how it looks is the renderer's. */
export interface SegmentDiff {
  readonly flag: SegmentFlag;
  readonly kind: Segment['kind'];
  /** Where it stands now, or stood. */
  readonly path: string;
  readonly words: readonly WordChange[];
  readonly links: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

const noLinks: SegmentDiff['links'] = { added: [], removed: [] };

/** Characters whose words are compared for one diff; beyond, changed segments are told as replaced. */
const mostCompared = 600_000;

/** The difference of two versions: every segment that is not the same, with the words that differ inside. */
export function diffSegments(
  last: readonly Segment[],
  now: readonly Segment[],
  identity: LinkIdentity = asWritten,
): readonly SegmentDiff[] {
  let left = mostCompared;
  const diffs: SegmentDiff[] = [];
  for (const change of compareSegments(last, now, identity)) {
    if (change.flag === 'same') continue;
    const comparesWords = left > 0;
    if (change.flag === 'changed') left -= change.before.text.length + change.after.text.length;
    diffs.push(diffOfChange(change, identity, comparesWords));
  }
  return diffs;
}

/** One segment's part of a diff. */
export function diffOfChange(
  { flag, before, after }: SegmentChange,
  identity: LinkIdentity = asWritten,
  comparesWords = true,
): SegmentDiff {
  const segment = (after ?? before) as Segment;
  const words = wordsOf(before, after, comparesWords);
  return { flag, kind: segment.kind, path: segment.path, words, links: linksOf(before, after, identity) };
}

function wordsOf(
  before: Segment | null,
  after: Segment | null,
  comparesWords: boolean,
): readonly WordChange[] {
  if (before === null) return [{ kind: 'added', text: after?.text ?? '' }];
  if (after === null) return [{ kind: 'removed', text: before.text }];
  if (before.text === after.text) return [{ kind: 'same', text: after.text }];
  if (comparesWords) return diffWords(before.text, after.text);
  return [
    { kind: 'removed', text: before.text },
    { kind: 'added', text: after.text },
  ];
}

function linksOf(
  before: Segment | null,
  after: Segment | null,
  identity: LinkIdentity,
): SegmentDiff['links'] {
  if ((before?.links.length ?? 0) + (after?.links.length ?? 0) === 0) return noLinks;
  const old = new Set(before?.links.map(identity));
  const now = new Set(after?.links.map(identity));
  return {
    added: (after?.links ?? []).filter((link) => !old.has(identity(link))).map((link) => link.url),
    removed: (before?.links ?? []).filter((link) => !now.has(identity(link))).map((link) => link.url),
  };
}
