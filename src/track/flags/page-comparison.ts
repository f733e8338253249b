import type { ConfirmedChange } from '../volatile/confirm-change.ts';
import type { JudgedChange } from '../volatile/judge-changes.ts';
import type { Comparison } from './page-visit.ts';

/**
 * The level at which two versions agree, by what a first look at the segments found (`judgeChanges`). 'changed' is a
 * suspicion until one more fetch confirmed it.
 */
export function comparisonOf(judged: readonly JudgedChange[]): Comparison {
  if (judged.length === 0) return { level: 'same segments' };
  const real = judged.filter(({ isNoise }) => !isNoise);
  if (real.length === 0) return { level: 'only noise', noise: reasonsOf(judged) };
  return { level: 'changed', summary: summaryOf(real) };
}

/** The same after the confirming fetch. */
export function confirmedComparison({ changes, noise }: ConfirmedChange): Comparison {
  return comparisonOf([...changes, ...noise]);
}

/** "2 changed, 1 new: other words; new paragraph". */
export function summaryOf(changes: readonly JudgedChange[]): string {
  const counts = (['changed', 'moved', 'new', 'gone'] as const).flatMap((flag) => {
    const count = changes.filter(({ change }) => change.flag === flag).length;
    return count === 0 ? [] : [`${count} ${flag}`];
  });
  return `${counts.join(', ')}: ${reasonsOf(changes)}`;
}

function reasonsOf(judged: readonly JudgedChange[]): string {
  const reasons = [...new Set(judged.map(({ reason }) => reason))];
  const shown = reasons.slice(0, 3).join('; ');
  return reasons.length > 3 ? `${shown}; and ${reasons.length - 3} more` : shown;
}
