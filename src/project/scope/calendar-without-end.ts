import type { Budgets } from './budgets.ts';
import { calendarPage } from './calendar-date.ts';
import type { Candidate, ScopeRule } from './candidate.ts';

/**
 * Rejects the pages of a calendar once it has shown so many different years. A calendar that a program makes has a next
 * month for ever; an archive that people fill has as many years as it is old. Counting years needs no clock, treats a
 * calendar of days and one of months alike, and starts where the site starts: today, and from there both ways.
 */
export const calendarWithoutEnd = (maxYears: number, budgets: Budgets): ScopeRule => ({
  name: 'endless calendar',
  decide: (candidate) => {
    const page = pageOf(candidate);
    if (page === null) return 'none';
    const years = budgets.yearsOf(page.calendar);
    return years.length >= maxYears && !years.includes(page.year) ? 'reject' : 'none';
  },
  reason: (candidate) => {
    const page = pageOf(candidate);
    return `${page?.calendar} has shown ${maxYears} different years; ${page?.year} would be one more`;
  },
});

export function noteYear(candidate: Candidate, budgets: Budgets): void {
  const page = pageOf(candidate);
  if (page !== null) budgets.addYear(page.calendar, page.year);
}

const pageOf = ({ host, path, query }: Candidate) => calendarPage(host, path, query);
