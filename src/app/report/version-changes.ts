import { hashText, type Segment } from '../../document/index.ts';
import type { DiffChange } from '../../publish/index.ts';
import {
  compareSegments,
  diffOfChange,
  type JudgedChange,
  judgeChanges,
  type LinkIdentity,
  type Snapshot,
  type VolatileRule,
} from '../../track/index.ts';

/** How many characters are compared word by word in one diff; beyond that, changed segments are shown as replaced. */
const mostCompared = 600_000;
/** How many new segments are judged one by one: where everything is new, noise does not matter. */
const mostJudged = 5000;

export interface ChangeOptions {
  readonly rules: readonly VolatileRule[];
  readonly identity: LinkIdentity;
  /** The name of a rule that users see. */
  readonly nameOf: (rule: VolatileRule) => string;
}

/** What differs between two versions of a page, with the place of each change and what is known about it. */
export function changesBetween(
  before: Snapshot,
  after: Snapshot,
  { rules, identity, nameOf }: ChangeOptions,
): readonly DiffChange[] {
  const headings = new Map([...headingsOf(before.segments), ...headingsOf(after.segments)]);
  let left = mostCompared;
  return judged(before, after, rules, identity).map((one) => {
    const { change } = one;
    const comparesWords = left > 0;
    if (change.flag === 'changed') left -= change.before.text.length + change.after.text.length;
    const { flag, ...diff } = diffOfChange(change, identity, comparesWords);
    const isMoved = change.flag === 'moved' || (change.flag === 'changed' && change.isMoved);
    return {
      ...diff,
      flag: flag === 'same' ? 'changed' : flag,
      heading: headings.get((change.after ?? change.before) as Segment) ?? null,
      movedFrom: isMoved ? (change.before?.path ?? null) : null,
      isNoise: isKnownNoise(one),
      reason: one.reason,
      rules: one.rules.map(nameOf),
    };
  });
}

function judged(
  before: Snapshot,
  after: Snapshot,
  rules: readonly VolatileRule[],
  identity: LinkIdentity,
): readonly JudgedChange[] {
  const known = new Set(before.segments.map(hashText));
  if (after.segments.filter((segment) => !known.has(hashText(segment))).length <= mostJudged) {
    // The run fetched the page a second time before it reported a change.
    return judgeChanges(before, after, rules, { identity, hasTwin: true });
  }
  const reason = 'almost everything is new';
  return compareSegments(before.segments, after.segments, identity)
    .filter(({ flag }) => flag !== 'same')
    .map((change) => ({ change, isNoise: false, isCertain: true, reason, rules: [], endless: [] }));
}

/** A rule stores the texts that rotate at its place; a different text there is one that two fetches agreed on. */
function isKnownNoise({ isNoise, isCertain, rules }: JudgedChange): boolean {
  return isNoise && (isCertain || rules.every(({ kind }) => kind !== 'segment'));
}

/** The heading above each segment. */
function headingsOf(segments: readonly Segment[]): ReadonlyMap<Segment, string> {
  const headings = new Map<Segment, string>();
  let heading: string | null = null;
  for (const segment of segments) {
    if (segment.kind === 'heading') heading = segment.text;
    else if (heading !== null) headings.set(segment, heading);
  }
  return headings;
}
