import type { Occasion } from '../../../crawl/events/occasion.ts';
import type { NotificationRule } from './notification-rule.ts';

/** How the watching of a site goes. */
export interface SiteHealth {
  readonly project: string;
  readonly url: string;
  /** The first of the visits in a row that could read nothing; null when the last one could. */
  readonly failingSince: number | null;
  /** Why, in words; empty when nothing fails. */
  readonly reason: string;
  /** Null before the first visit. */
  readonly lastVisitAt: number | null;
}

/**
 * Reminders that are due: a monitor that is silently broken is worse than none. One comes after the time that a rule sets, and
 * again after twice, four times, eight times as long; its key counts them, so that each is reported once.
 */
export function reminders(
  { project, url, failingSince, reason, lastVisitAt }: SiteHealth,
  rules: readonly NotificationRule[],
  now: number,
): readonly { readonly rule: NotificationRule; readonly occasion: Occasion }[] {
  const about = (kind: 'failing' | 'not visited', since: number, number: number): Occasion => ({
    key: `${kind} since ${since}, reminder ${number}`,
    kind,
    project,
    page: { id: 0, url, title: '' },
    otherPages: [],
    pageCount: 1,
    at: now,
    since,
    words: [],
    place: '',
    detector: null,
    reason: kind === 'failing' ? reason : '',
    link: `tidemark report ${project}`,
  });
  return rules.flatMap((rule) => {
    const { failing, notVisited } = rule.remind;
    const due: Occasion[] = [];
    if (failing !== null && failingSince !== null) {
      const number = reminderNumber(now - failingSince, failing);
      if (number > 0) due.push(about('failing', failingSince, number));
    }
    if (notVisited !== null && lastVisitAt !== null) {
      const number = reminderNumber(now - lastVisitAt, notVisited);
      if (number > 0) due.push(about('not visited', lastVisitAt, number));
    }
    return due.map((occasion) => ({ rule, occasion }));
  });
}

/** 0 before the first is due; 1 after `period`, 2 after twice as long, 3 after four times. */
function reminderNumber(elapsed: number, period: number): number {
  return elapsed < period ? 0 : 1 + Math.floor(Math.log2(elapsed / period));
}
