import type { Notification } from '../../../crawl/events/notification.ts';
import type { Message } from '../message/message.ts';

/** A price that fell, as tests and the documentation show it. */
export function exampleNotification(change: Partial<Notification> = {}): Notification {
  return {
    key: 'change of page 7 in run 3',
    kind: 'changed',
    project: 'lamps',
    page: { id: 7, url: 'https://shop.example/lamp', title: 'Desk lamp "Tide"' },
    otherPages: [],
    pageCount: 1,
    at: Date.UTC(2026, 10, 16, 8, 30),
    since: Date.UTC(2026, 10, 15, 8, 30),
    words: [
      { kind: 'same', text: 'Our desk lamp costs ' },
      { kind: 'removed', text: '34' },
      { kind: 'added', text: '29' },
      { kind: 'same', text: '.90 € including tax.' },
    ],
    place: 'under “Prices”',
    detector: null,
    reason: '',
    link: 'tidemark diff https://shop.example/lamp',
    ...change,
  };
}

export function exampleMessage(
  notifications: readonly Notification[] = [exampleNotification()],
  change: Partial<Message> = {},
): Message {
  return {
    key: '0123456789abcdef0123456789abcdef',
    project: 'lamps',
    notifications,
    total: notifications.length,
    templates: { subject: null, text: null },
    at: Date.UTC(2026, 10, 16, 8, 31),
    ...change,
  };
}
