import type { Notification, NotifiedChange, NotifiedPage } from '../../../crawl/events/notification.ts';
import { moreInWords } from '../../../crawl/events/notification.ts';
import { ChangeGrouper, keysIn } from '../../../track/index.ts';

/**
 * Groups notifications for a message: the same change on many pages becomes one notification, as in reports (`track/reported`).
 * Those of several pages come first, the others keep their order. The same notifications always make the same groups.
 */
export function groupNotifications(notifications: readonly Notification[]): readonly Notification[] {
  const several: Notification[] = [];
  const alone = new Map<number, Notification>();
  for (const group of groupsOf(notifications)) {
    if (pagesOf(group.places, notifications).length > 1)
      several.push(groupedNotification(group, notifications));
    else
      for (const place of group.places) alone.set(place, ownNotification(notifications[place], group.keys));
  }
  return [...several, ...[...alone].sort(([a], [b]) => a - b).map(([, notification]) => notification)];
}

/** Whether some notifications become one, because several pages have the same change. */
export function haveEqualChanges(notifications: readonly Notification[]): boolean {
  return groupsOf(notifications).some(({ places }) => pagesOf(places, notifications).length > 1);
}

interface NotificationGroup {
  /** Keys of the changes that the pages share; null for notifications without changes. */
  readonly keys: ReadonlySet<string> | null;
  /** Indexes in the list of notifications. */
  readonly places: readonly number[];
}

function groupsOf(notifications: readonly Notification[]): readonly NotificationGroup[] {
  const grouper = new ChangeGrouper();
  const others = new Map<string, number[]>();
  for (const [place, notification] of notifications.entries()) {
    if (notification.changes !== undefined && notification.changes.length > 0)
      grouper.add(place, bytesOf(notification.changes));
    else
      others.set(likeness(notification, place), [
        ...(others.get(likeness(notification, place)) ?? []),
        place,
      ]);
  }
  return [
    ...grouper.groups().map(({ keys, pages }) => ({ keys: new Set(keys), places: pages })),
    ...[...others.values()].map((places) => ({ keys: null, places })),
  ];
}

const bytesOf = (changes: readonly NotifiedChange[]): Uint8Array =>
  Buffer.from(changes.map(({ key }) => key).join(''), 'hex');

const keyOf = ({ key }: NotifiedChange): string => keysIn(Buffer.from(key, 'hex'))[0] ?? '';

/** Group key: equal for the same match on several pages, and for the same failure; unique for all other notifications. */
function likeness({ kind, detector, words, place, reason, page }: Notification, index: number): string {
  if (kind === 'match' && words.length > 0) return JSON.stringify([kind, detector, words, place]);
  if (kind === 'failing') return JSON.stringify([kind, reason.replaceAll(page.url, '')]);
  return String(index);
}

/** The pages of some notifications, without duplicates. */
function pagesOf(places: readonly number[], notifications: readonly Notification[]): readonly NotifiedPage[] {
  const pages = places.flatMap((place) => notifications[place]?.page ?? []);
  return [...new Map(pages.map((page) => [page.id, page])).values()];
}

const MOST_OTHERS = 50;

function groupedNotification(
  { keys, places }: NotificationGroup,
  notifications: readonly Notification[],
): Notification {
  const all = places.flatMap((place) => notifications[place] ?? []);
  const [first = all[0]] = all;
  if (first === undefined) throw new TypeError('a group has at least one notification');
  const pages = pagesOf(places, notifications);
  const sinces = all.flatMap(({ since }) => since ?? []);
  return {
    ...ownNotification(first, keys),
    otherPages: pages.slice(1, 1 + MOST_OTHERS),
    pageCount: pages.length,
    at: Math.max(...all.map(({ at }) => at)),
    since: sinces.length === 0 ? null : Math.min(...sinces),
  };
}

/** The notification of a page with only the changes of the group; the first one with words names it. */
function ownNotification(
  notification: Notification | undefined,
  keys: ReadonlySet<string> | null,
): Notification {
  if (notification === undefined) throw new TypeError('a group names notifications that there are');
  const { changes = [], moreChanges = 0, ...rest } = notification;
  if (keys === null || changes.length === 0) return rest;
  const own = changes.filter((change) => keys.has(keyOf(change)));
  const shown = own.find(({ words }) => words.length > 0) ?? own[0];
  if (shown === undefined) return rest;
  const isAll = own.length === changes.length;
  const more = own.length - 1 + (isAll ? moreChanges : 0);
  return {
    ...rest,
    words: shown.words,
    place: shown.place,
    part: shown.part,
    reason: shown.words.length === 0 ? rest.reason : moreInWords(more),
    ...(shown.words.length > 0 && { changes: own, moreChanges: isAll ? moreChanges : 0 }),
  };
}
