import type { Segment } from '../../document/index.ts';
import {
  compareSegments,
  type SegmentChange,
  type SegmentFlag,
  segmentOf,
} from '../compare/compare-segments.ts';
import { asWritten, type LinkIdentity } from '../compare/segment-links.ts';
import { diffWords, type WordChange } from './diff-words.ts';

/** What a diff shows of one segment, as data; a renderer decides how it looks. */
export interface SegmentDiff {
  readonly flag: SegmentFlag;
  readonly kind: Segment['kind'];
  /** Where it is now, or was. */
  readonly path: string;
  readonly words: readonly WordChange[];
  readonly links: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

const noLinks: SegmentDiff['links'] = { added: [], removed: [] };

/** Beyond this many characters in one diff, changed segments are shown as replaced, without comparing their words. */
const mostCompared = 600_000;

/** The difference between two versions: every segment that is not the same, with the words that differ in it. */
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

/** The diff of one segment. */
export function diffOfChange(
  change: SegmentChange,
  identity: LinkIdentity = asWritten,
  comparesWords = true,
): SegmentDiff {
  const { flag, before, after } = change;
  const { kind, path } = segmentOf(change);
  const words = wordsOf(before, after, comparesWords);
  return { flag, kind, path, words, links: linksOf(before, after, identity) };
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
