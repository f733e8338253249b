import type { Segment } from '../../document/index.ts';
import { type SegmentFlag, segmentOf } from '../compare/compare-segments.ts';
import type { ConfirmedChange } from '../noise/confirm-change.ts';
import { type JudgedChange, plainReason } from '../noise/judged-change.ts';

/** How far a page agrees with its last good version. Cheap checks come first, and the first "same" ends the work. */
export type Comparison =
  | { readonly level: 'same bytes' | 'same signature' | 'same segments' }
  /** They agree in everything that the user chose to compare (regions, text, a plug-in); `reason` says in what. */
  | { readonly level: 'same as chosen'; readonly reason: string }
  /** They differ, but only in noise; `noise` says in what. */
  | { readonly level: 'only noise'; readonly noise: string }
  /** `summary` says what changed, for users; `judged` has every difference, when they were compared by their segments. */
  | { readonly level: 'changed'; readonly summary: string; readonly judged?: readonly JudgedChange[] };

/** Sums up what `judgeChanges` found. 'changed' is only a suspicion until another fetch confirms it. */
export function comparisonOf(judged: readonly JudgedChange[]): Comparison {
  if (judged.length === 0) return { level: 'same segments' };
  const real = judged.filter(({ isNoise }) => !isNoise);
  if (real.length === 0) return { level: 'only noise', noise: listReasons(judged) };
  return { level: 'changed', summary: summaryOf(real), judged };
}

/** Sums up what `confirmChange` found. */
export function confirmedComparison({ changes, noise }: ConfirmedChange): Comparison {
  return comparisonOf([...changes, ...noise]);
}

const flagsInOrder = ['changed', 'moved', 'new', 'gone'] as const;

/** "2 paragraphs changed, 1 new item: different words". */
function summaryOf(changes: readonly JudgedChange[]): string {
  const byFlag = Map.groupBy(changes, ({ change }) => change.flag);
  const counts = flagsInOrder.flatMap((flag) => {
    const some = byFlag.get(flag);
    return some === undefined ? [] : [countSegments(flag, some)];
  });
  const telling = changes.filter(({ change, reason }) => reason !== plainReason(change));
  return telling.length === 0 ? counts.join(', ') : `${counts.join(', ')}: ${listReasons(telling)}`;
}

function countSegments(flag: SegmentFlag, changes: readonly JudgedChange[]): string {
  const count = changes.length;
  const kinds = new Set(changes.map(({ change }) => segmentOf(change).kind));
  const [one, many] = (kinds.size === 1 ? nouns[[...kinds][0] ?? 'text'] : undefined) ?? ['part', 'parts'];
  const noun = count === 1 ? one : many;
  return flag === 'new' ? `${count} new ${noun}` : `${count} ${noun} ${flag}`;
}

/** One and many of each kind. */
const nouns: Readonly<Record<Segment['kind'], readonly [string, string]>> = {
  title: ['title', 'titles'],
  description: ['description', 'descriptions'],
  heading: ['heading', 'headings'],
  paragraph: ['paragraph', 'paragraphs'],
  item: ['item', 'items'],
  cell: ['cell', 'cells'],
  caption: ['caption', 'captions'],
  term: ['term', 'terms'],
  quotation: ['quotation', 'quotations'],
  preformatted: ['preformatted block', 'preformatted blocks'],
  form: ['form', 'forms'],
  navigation: ['navigation block', 'navigation blocks'],
  entry: ['entry', 'entries'],
  line: ['line', 'lines'],
  text: ['text block', 'text blocks'],
};

function listReasons(judged: readonly JudgedChange[]): string {
  const reasons = [...new Set(judged.map(({ reason }) => reason))];
  const shown = reasons.slice(0, 3).join('; ');
  return reasons.length > 3 ? `${shown}; and ${reasons.length - 3} more` : shown;
}
