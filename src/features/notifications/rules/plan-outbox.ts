import { createHash } from 'node:crypto';
import type {
  Notification,
  NotificationPlanner,
  NotifiedPage,
  ReportedProject,
} from '../../../crawl/events/notification.ts';
import type { WordChange } from '../../../track/index.ts';
import type { NewOutboxRow } from '../tables/outbox.ts';
import { deliveryTime } from './delivery-time.ts';
import { type NotificationRule, notificationRules } from './notification-rule.ts';

/** Plans the outbox rows according to the rules of a project. */
export function outboxPlanner({ projectId, notify, hasDetectors }: ReportedProject): NotificationPlanner {
  const rules = notificationRules(notify, { hasDetectors });
  return { plan: (notifications, now) => ({ outbox: planOutbox(notifications, { projectId, rules, now }) }) };
}

interface OutboxPlan {
  readonly projectId: number;
  readonly rules: readonly NotificationRule[];
  readonly now: number;
}

/**
 * Decides which notifications are sent, over which channel and when. The rows are committed together with the changes that
 * they report (`FeatureRows.outbox`). The same notifications always make the same rows.
 */
export function planOutbox(
  notifications: readonly Notification[],
  { projectId, rules, now }: OutboxPlan,
): readonly NewOutboxRow[] {
  return rules.flatMap((rule) => {
    const wanted = notifications.filter((notification) => isWanted(notification, rule));
    if (wanted.length === 0) return [];
    const deliverAfter = deliveryTime(rule.when, rule.quiet, now);
    const isAtOnce = deliverAfter === now;
    return wanted.map((notification) => ({
      id: rowId(projectId, notification.key, rule.channel),
      notification: notification.key,
      channel: rule.channel,
      bundle: isAtOnce ? 'at once' : new Date(deliverAfter).toISOString(),
      content: storedNotification(notification),
      at: notification.at,
      deliverAfter,
    }));
  });
}

function isWanted({ kind, detector }: Notification, { events, detectors }: NotificationRule): boolean {
  if (kind === 'test') return true;
  if (!events.has(kind)) return false;
  return kind !== 'match' || detectors === null || (detector !== null && detectors.has(detector));
}

function rowId(projectId: number, notification: string, channel: string): string {
  const text = JSON.stringify([projectId, notification, channel]);
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/** Longer texts are cut before they are stored: a message never shows more. */
const MOST_CHARACTERS = 4000;
const MOST_PAGES = 50;

/** The notification as stored, with a limited size, whatever a page contains. */
function storedNotification(notification: Notification): string {
  return JSON.stringify({
    ...notification,
    page: bounded(notification.page),
    otherPages: notification.otherPages.slice(0, MOST_PAGES).map(bounded),
    words: boundedWords(notification.words),
    ...(notification.changes !== undefined && {
      changes: notification.changes.map((change) => ({
        ...change,
        words: boundedWords(change.words, MOST_CHARACTERS / 4),
        place: change.place.slice(0, MOST_CHARACTERS),
      })),
    }),
    place: notification.place.slice(0, MOST_CHARACTERS),
    reason: notification.reason.slice(0, MOST_CHARACTERS),
  });
}

export const readNotification = (stored: string): Notification => JSON.parse(stored) as Notification;

const bounded = ({ id, url, title }: NotifiedPage): NotifiedPage => ({
  id,
  url: url.slice(0, MOST_CHARACTERS),
  title: title.slice(0, MOST_CHARACTERS),
});

/** Cuts unchanged text shorter than changed text: only what is next to a change is needed. */
function boundedWords(words: readonly WordChange[], longest = MOST_CHARACTERS): readonly WordChange[] {
  const kept: WordChange[] = [];
  let left = longest * 2;
  for (const { kind, text } of words) {
    if (left <= 0) break;
    const most = Math.min(left, kind === 'same' ? longest / 8 : longest);
    const shown = text.length <= most ? text : shortened(text, most, kept.length === 0);
    kept.push({ kind, text: shown });
    left -= shown.length;
  }
  return kept;
}

/** Keeps the end of the first text, and the beginning of any other. */
const shortened = (text: string, most: number, isFirst: boolean): string =>
  isFirst ? `… ${text.slice(-most)}` : `${text.slice(0, most)} …`;
