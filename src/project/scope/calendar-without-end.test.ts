import { expect, test } from 'vitest';
import { Budgets } from './budgets.ts';
import { calendarWithoutEnd, noteYear } from './calendar-without-end.ts';
import { linkTo } from './candidate.example.ts';

const month = (year: number, of: number) => linkTo(`http://example.org/calendar/${year}/${of}`);

test('a calendar ends after so many years, whatever the years are', () => {
  const budgets = new Budgets();
  const rule = calendarWithoutEnd(3, budgets);
  for (const year of [2024, 2025, 1999]) {
    expect(rule.decide(month(year, 1))).toBe('none');
    noteYear(month(year, 1), budgets);
  }
  expect(rule.decide(month(2026, 1))).toBe('reject');
  expect(rule.reason(month(2026, 1))).toBe(
    'example.org/calendar/{date} has shown 3 different years; 2026 would be one more',
  );
});

test('further months of a year that was begun are taken', () => {
  const budgets = new Budgets();
  noteYear(month(2024, 1), budgets);
  expect(calendarWithoutEnd(1, budgets).decide(month(2024, 12))).toBe('none');
});

test('each calendar has its own years', () => {
  const budgets = new Budgets();
  noteYear(month(2024, 1), budgets);
  const rule = calendarWithoutEnd(1, budgets);
  expect(rule.decide(linkTo('http://example.org/rooms/7/calendar/2025/1'))).toBe('none');
  expect(rule.decide(month(2025, 1))).toBe('reject');
});

test('articles under dates of a hundred years are all taken', () => {
  const budgets = new Budgets();
  const rule = calendarWithoutEnd(30, budgets);
  for (let year = 1900; year < 2000; year++) {
    const article = linkTo(`http://example.org/${year}/05/17/news-of-the-day`);
    expect(rule.decide(article)).toBe('none');
    noteYear(article, budgets);
  }
});
