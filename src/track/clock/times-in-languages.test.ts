import { describe, expect, test } from 'vitest';
import { findTimes } from './find-times.ts';
import { differInTimeOnly } from './same-times.ts';

const wednesday = Date.UTC(2026, 10, 18, 10, 31, 15);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Whether two texts differ only because time passed, without any evidence but their own words. */
const passes = (before: string, after: string, elapsed: number): boolean =>
  differInTimeOnly({ text: before, at: wednesday }, { text: after, at: wednesday + elapsed }, () => false);

const languages =
  'en de fr es it pt nl sv da nb fi is pl cs sk sl hr ro hu tr et lv lt ca gl eu sq af id ms vi fil sw ru uk be bg mk sr el ar he fa hi bn th ja ko zh zh-Hant ka hy kk'.split(
    ' ',
  );

describe.each(languages)('%s', (language) => {
  const relative = new Intl.RelativeTimeFormat(language);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const dates = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
    calendar: 'gregory',
  });

  test('ages move on', () => {
    for (const [unit, length, counts] of [
      ['minute', minute, [3, 25]],
      ['hour', hour, [2, 7]],
      ['day', day, [4, 11]],
      ['month', 30.5 * day, [2, 5]],
      ['year', 365.25 * day, [3, 8]],
    ] as const) {
      const [before, after] = counts.map((count) => `Anna, ${relative.format(-count, unit)}`);
      expect(passes(before ?? '', after ?? '', (counts[1] - counts[0]) * length), `${before}, ${after}`).toBe(
        true,
      );
      expect(passes(after ?? '', before ?? '', 0), `${after}, ${before} at once`).toBe(false);
    }
    expect(passes(relative.format(-20, 'hour'), words.format(-1, 'day'), 8 * hour)).toBe(true);
  });

  test('a day is read, and is no clock without evidence', () => {
    const [before, after] = [wednesday, wednesday + day].map((at) => dates.format(at));
    expect(findTimes(before ?? ''), before).toHaveLength(1);
    const [old, now] = [
      { text: before ?? '', at: wednesday },
      { text: after ?? '', at: wednesday + day },
    ];
    expect(differInTimeOnly(old, now), `${before}, ${after}`).toBe(true);
    expect(
      differInTimeOnly(old, now, () => false),
      `${before}, ${after}`,
    ).toBe(false);
  });
});

describe('ages as people write them', () => {
  test.each([
    ['a few seconds ago', 'two hours ago', 2 * hour],
    ['2 minutes ago', '1/4 hour ago', 13 * minute],
    ['1/4 hour ago', '1 1/2 hours ago', 75 * minute],
    ['1/4 hour ago', 'yesterday', 20 * hour],
    ['less than a minute ago', '5 minutes ago', 5 * minute],
    ['about 5 hours ago', 'about 8 hours ago', 3 * hour],
    ['3 hours, 5 minutes ago', '4 hours, 25 minutes ago', 80 * minute],
    ['1 day, 3 hours ago', '3 days, 2 hours ago', 47 * hour],
    ['19 minutes ago', 'Yesterday, 10:11 AM', day],
    ['19 minutes ago', '11-18-2026, 10:11 AM', 3 * day],
    ['Yesterday at 21:40', 'Tuesday at 21:40', 2 * day],
    ['Today, 09:14', '18.11.2026, 09:14', 2 * day],
    ['vor ein paar Sekunden', 'vor einer Stunde', hour],
    ['il y a quelques secondes', 'il y a une heure', hour],
    ['hace unos segundos', 'hace dos horas', 2 * hour],
    ['godzinę temu', '3 godziny temu', 2 * hour],
    ['час назад', '3 часа назад', 2 * hour],
    ['11/18/26: Today', '11/18/26: Yesterday', day],
    ['11/18/26: Today', '11/18/26', 3 * day],
    ['The sale ends in 12 days', 'The sale ends in 9 days', 3 * day],
  ])('%s, then %s', (before, after, elapsed) => {
    expect(passes(before, after, elapsed)).toBe(true);
  });
});

describe('a time that an editor may have written is no clock by itself', () => {
  test.each([
    ['a deadline', 'Applications close on 18 November 2026.', 'Applications close on 19 November 2026.', day],
    ['a deadline in a cell', '18/11/2026', '19/11/2026', day],
    ['a deadline with an hour', 'until 18 November 2026, 12:05', 'until 19 November 2026, 12:05', day],
    ['a day of the week', 'Next meeting: Wednesday', 'Next meeting: Thursday', day],
    ['a German deadline', 'Anmeldeschluss ist der 18. November', 'Anmeldeschluss ist der 19. November', day],
    ['a delivery time', 'Lieferzeit: 3 Tage', 'Lieferzeit: 4 Tage', day],
    ['a shorter delivery time', 'Ships in 4 days', 'Ships in 3 days', day],
    ['a warranty', 'Garantie 2 ans', 'Garantie 3 ans', 365.25 * day],
    ['a meeting at a round hour', 'The meeting is at 14:30', 'The meeting is at 15:30', hour],
  ])('%s', (_, before, after, elapsed) => {
    expect(passes(before, after, elapsed)).toBe(false);
    const [old, now] = [
      { text: before, at: wednesday },
      { text: after, at: wednesday + elapsed },
    ];
    // With evidence it would be one.
    expect(differInTimeOnly(old, now, () => true)).toBe(!before.includes('12:05'));
  });

  test.each([
    ['Updated on 18 November 2026', 'Updated on 19 November 2026'],
    ['Zuletzt aktualisiert: 18.11.2026', 'Zuletzt aktualisiert: 19.11.2026'],
    ['Mis à jour le 18 novembre 2026', 'Mis à jour le 19 novembre 2026'],
    ['Today is Wednesday, 18 November', 'Today is Thursday, 19 November'],
    ['Сегодня среда, 18 ноября', 'Сегодня четверг, 19 ноября'],
    ['2026-11-18 10:31:15', '2026-11-19 10:31:15'],
    ['18 November 2026, 10:31', '19 November 2026, 10:31'],
  ])('but "%s" is one by its own words', (before, after) => {
    expect(passes(before, after, day)).toBe(true);
  });
});
