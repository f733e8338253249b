import type { Notification } from '../../../crawl/events/notification.ts';
import type { NotificationRule } from './notification-rule.ts';

/** Whether the runs of a project can read its site. */
export interface SiteHealth {
  readonly project: string;
  readonly url: string;
  /** Start of the first run in the current series of runs that read nothing; null when the last run read something. */
  readonly failingSince: number | null;
  /** Why the runs fail, in words; empty when none fails. */
  readonly reason: string;
  /** Null before the first run. */
  readonly lastVisitAt: number | null;
}

/**
 * Reminders that are due. The first comes after the period of the rule, the next after twice, four times, eight times as long. The key contains their
 * number, so that each is sent once.
 */
export function reminders(
  { project, url, failingSince, reason, lastVisitAt }: SiteHealth,
  rules: readonly NotificationRule[],
  now: number,
): readonly { readonly rule: NotificationRule; readonly notification: Notification }[] {
  const about = (kind: 'failing' | 'not visited', since: number, number: number): Notification => ({
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
    const due: Notification[] = [];
    if (failing !== null && failingSince !== null) {
      const number = reminderNumber(now - failingSince, failing);
      if (number > 0) due.push(about('failing', failingSince, number));
    }
    if (notVisited !== null && lastVisitAt !== null) {
      const number = reminderNumber(now - lastVisitAt, notVisited);
      if (number > 0) due.push(about('not visited', lastVisitAt, number));
    }
    return due.map((notification) => ({ rule, notification }));
  });
}

/** How many reminders are due: 0 at first, 1 after `period`, 2 after twice as long, 3 after four times as long. */
function reminderNumber(elapsed: number, period: number): number {
  return elapsed < period ? 0 : 1 + Math.floor(Math.log2(elapsed / period));
}
