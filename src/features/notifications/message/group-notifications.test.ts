import { expect, test } from 'vitest';
import type { Notification, NotifiedChange } from '../../../crawl/events/notification.ts';
import { groupNotifications, haveEqualChanges } from './group-notifications.ts';
import { exampleNotification } from './message.example.ts';

const change = (key: string, text: string): NotifiedChange => ({
  key: key.padStart(16, '0'),
  words: [{ kind: 'added', text }],
  place: 'in the footer',
  part: 'the footer',
});

const onPage = (id: number, about: Partial<Notification>): Notification =>
  exampleNotification({
    page: { id, url: `https://shop.example/${id}`, title: `Page ${id}` },
    at: id,
    ...about,
  });

test('changes that several pages have are reported once, with the pages; what is left of each page is reported for it', () => {
  const footer = change('aa', '2026');
  const grouped = groupNotifications([
    onPage(1, { changes: [change('b1', 'own'), footer, change('b2', 'other')], moreChanges: 3 }),
    onPage(2, { changes: [footer], since: 5 }),
    onPage(3, { kind: 'new', words: [] }),
    onPage(4, { changes: [footer] }),
  ]);
  expect(grouped).toMatchObject([
    {
      page: { id: 1 },
      pageCount: 3,
      otherPages: [{ id: 2 }, { id: 4 }],
      at: 4,
      since: 5,
      part: 'the footer',
      reason: '',
    },
    { page: { id: 1 }, pageCount: 1, words: [{ text: 'own' }], reason: 'and 1 more change on this page' },
    { page: { id: 3 }, kind: 'new' },
  ]);
  expect(grouped.map(({ changes }) => changes?.map(({ words }) => words[0]?.text))).toEqual([
    ['2026'],
    ['own', 'other'],
    undefined,
  ]);
});

test('what only one page has stays as it was', () => {
  const alone = onPage(1, { changes: [change('b1', 'a'), change('b2', 'b')], moreChanges: 2 });
  expect(groupNotifications([alone])).toMatchObject([
    { words: [{ text: 'a' }], reason: 'and 3 more changes on this page' },
  ]);
  expect(haveEqualChanges([alone, onPage(2, { changes: [change('b3', 'c')] })])).toBe(false);
});

test('the same words found on several pages are one match, and so is the same failure', () => {
  const match = { kind: 'match', detector: 'flu' } as const;
  expect(
    groupNotifications([onPage(1, match), onPage(2, match), onPage(3, { ...match, detector: 'cold' })]),
  ).toMatchObject([{ pageCount: 2 }, { pageCount: 1, detector: 'cold' }]);
  const failing = (id: number) =>
    onPage(id, { kind: 'failing', words: [], reason: `https://shop.example/${id}: it answered 503` });
  expect(groupNotifications([failing(1), failing(2)])).toMatchObject([{ pageCount: 2 }]);
  expect(haveEqualChanges([onPage(1, match), onPage(1, match)])).toBe(false);
});
