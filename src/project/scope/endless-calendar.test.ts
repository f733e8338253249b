import { describe, expect, test } from 'vitest';
import { Budgets } from './budgets.ts';
import { candidateExample } from './candidate.example.ts';
import { calendarPage, endlessCalendar, noteYear } from './endless-calendar.ts';

describe('a date in an address', () => {
  const read = (place: string) => {
    const { pathname, search } = new URL(place, 'http://h/');
    return calendarPage('h', pathname, search.slice(1));
  };

  test.each([
    ['/2031/05/17', 'h/{date}', 2031],
    ['/news/2031-05-17/', 'h/news/{date}', 2031],
    ['/calendar/2031/5', 'h/calendar/{date}', 2031],
    ['/calendar/2031/05/list', 'h/calendar/{date}', 2031],
    ['/kalender/5/2031', 'h/kalender/{date}', 2031],
    ['/cal/203105', 'h/cal/{date}', 2031],
    ['/cal/20310517', 'h/cal/{date}', 2031],
    ['/events/2031-05/', 'h/events/{date}', 2031],
    ['/cal.php?date=2031-05-17', 'h/cal.php?date={date}', 2031],
    ['/x?when=2031-05-17T10:00', 'h/x?when={date}', 2031],
    ['/x?from%5Bdate%5D=2031%2F05%2F17', 'h/x?from[date]={date}', 2031],
    ['/x?m=203105', 'h/x?m={date}', 2031],
    ['/x?month=2031-5', 'h/x?month={date}', 2031],
    ['/x?month=05/2031', 'h/x?month={date}', 2031],
    ['/x?year=2031&month=5', 'h/x?year={date}', 2031],
    ['/x?month=5&view=grid&cal_year=2031', 'h/x?cal_year={date}', 2031],
  ])('%s is a page of the calendar %s', (place, calendar, year) => {
    expect(read(place)).toEqual({ calendar, year });
  });

  test.each([
    ['/2019/05/17/our-new-office', 'an article that carries its date'],
    ['/2019/05/17/office.html', 'an article that carries its date'],
    ['/blog/2019/05/', 'an archive that ends by itself, or a thread and its page'],
    ['/thread/1234/5', 'page 5 of a thread'],
    ['/item/20310517', 'a number'],
    ['/x?id=203105', 'a number'],
    ['/cars?year=2031', 'a model year'],
    ['/part/1234-05', 'a part number'],
    ['/events/2031', 'an event, or a year'],
    ['/', 'nothing'],
  ])('%s is not a calendar page: %s', (place) => {
    expect(read(place)).toBeNull();
  });
});

describe('a calendar without end', () => {
  const month = (year: number, of: number) => candidateExample(`http://example.org/calendar/${year}/${of}`);

  test('a calendar ends after a number of years, whatever the years are', () => {
    const budgets = new Budgets();
    const rule = endlessCalendar(3, budgets);
    for (const year of [2024, 2025, 1999]) {
      expect(rule.decide(month(year, 1))).toBe('none');
      noteYear(month(year, 1), budgets);
    }
    expect(rule.decide(month(2026, 1))).toBe('reject');
    expect(rule.reason(month(2026, 1))).toBe(
      'example.org/calendar/{date} has shown 3 different years; 2026 would be one more',
    );
  });

  test('further months of a year that has begun are taken', () => {
    const budgets = new Budgets();
    noteYear(month(2024, 1), budgets);
    expect(endlessCalendar(1, budgets).decide(month(2024, 12))).toBe('none');
  });

  test('each calendar has its own years', () => {
    const budgets = new Budgets();
    noteYear(month(2024, 1), budgets);
    const rule = endlessCalendar(1, budgets);
    expect(rule.decide(candidateExample('http://example.org/rooms/7/calendar/2025/1'))).toBe('none');
    expect(rule.decide(month(2025, 1))).toBe('reject');
  });

  test('articles under dates of a hundred years are all taken', () => {
    const budgets = new Budgets();
    const rule = endlessCalendar(30, budgets);
    for (let year = 1900; year < 2000; year++) {
      const article = candidateExample(`http://example.org/${year}/05/17/news-of-the-day`);
      expect(rule.decide(article)).toBe('none');
      noteYear(article, budgets);
    }
  });
});
