import { type CompareEntry, compareEntry, complaintIn } from '../../project/index.ts';
import { AppError } from '../errors.ts';

/** Refuses selectors, patterns and combinations that say nothing. Throws APP_SETTING_INVALID. */
export function checkComparison(entries: readonly CompareEntry[]): void {
  for (const [place, entry] of entries.entries()) {
    const parsed = compareEntry.safeParse(entry);
    if (parsed.success) continue;
    const [issue] = parsed.error.issues;
    const words = issue === undefined ? 'invalid' : (complaintIn(issue) ?? issue.message);
    const path = ['compare', place, ...(issue?.path ?? [])].join('.');
    throw new AppError('APP_SETTING_INVALID', `${path}: ${words}`);
  }
}
