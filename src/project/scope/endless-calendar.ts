import type { Budgets } from './budgets.ts';
import type { Candidate, ScopeRule } from './candidate.ts';

/**
 * Rejects the pages of a calendar once it has shown too many different years. A generated calendar has a next month for ever; an archive has as many
 * years as it is old. Counting years needs no clock, and treats a calendar of days like one of months.
 */
export const endlessCalendar = (maxYears: number, budgets: Budgets): ScopeRule => ({
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

/** The URL of a day or a month in a calendar. */
interface CalendarPage {
  /** The calendar it belongs to: the URL without the date. */
  readonly calendar: string;
  readonly year: number;
}

/** A way to write a date, and the words that must be near it for it to count as one. */
interface DateForm {
  readonly form: RegExp;
  readonly beside: RegExp | null;
}

const year = '(?<year>[12]\\d{3})';
const twoDigitMonth = '(?:0[1-9]|1[0-2])';
const twoDigitDay = '(?:0[1-9]|[12]\\d|3[01])';
const month = '(?:0?[1-9]|1[0-2])';
const day = '(?:0?[1-9]|[12]\\d|3[01])';
const word = (words: string): RegExp => new RegExp(`(?:^|[^a-z])(?:${words})(?:[^a-z]|$)`, 'i');
const calendarWord = word(
  'cal|calendar|calendrier|calendario|kalender|agenda|diary|termine|date|month|monthly|week|weekly|day|daily|archives?',
);
const eventWord = word('events?|veranstaltungen|schedule');

// "/thread/1234/5" is page 5 of a thread and "?id=201205" a number, so ambiguous forms count only near a word that
// suggests a calendar. The date ends the path, or one plain word follows ("/2031/05/list"): a longer path, such as
// "/2019/05/17/our-new-office", is an article with its date.
const atEnd = '(?=(?:/[a-z]{1,12})?/?$)';
const inPath: readonly DateForm[] = [
  { form: new RegExp(`/${year}([/-])${twoDigitMonth}\\2${twoDigitDay}${atEnd}`, 'i'), beside: null },
  { form: new RegExp(`/${year}-${twoDigitMonth}${atEnd}`, 'i'), beside: eventWord },
  { form: new RegExp(`/${year}[/-]${month}(?:[/-]${day})?${atEnd}`, 'i'), beside: calendarWord },
  { form: new RegExp(`/(?:${day}[/-])?${month}[/-]${year}${atEnd}`, 'i'), beside: calendarWord },
  { form: new RegExp(`/${year}${twoDigitMonth}(?:${twoDigitDay})?${atEnd}`, 'i'), beside: calendarWord },
];
const inValue: readonly DateForm[] = [
  { form: new RegExp(`^${year}([-/.])${twoDigitMonth}\\2${twoDigitDay}(?:[T ].*)?$`), beside: null },
  {
    form: new RegExp(`^${year}[-/.]${month}(?:[-/.]${day})?$`),
    beside: word('m|d|ym|start|from|cal|date|month|day'),
  },
  {
    form: new RegExp(`^(?:${day}[-/.])?${month}[-/.]${year}$`),
    beside: word('m|d|my|start|from|cal|date|month|day'),
  },
  {
    form: new RegExp(`^${year}${twoDigitMonth}(?:${twoDigitDay})?$`),
    beside: word('m|d|ym|cal|date|month|day'),
  },
];
const yearDigits = /[12]\d{3}/;
const bareYear = new RegExp(`^${year}$`);
const yearName = word('y|yr|year|jahr|annee|ano|anno');
const monthName = word('m|mo|mon|month|monat|mois|mes|mese|w|week|d|day');

/** Finds the date in the path or the query of a calendar page; null when this is not one. */
export function calendarPage(host: string, path: string, query: string): CalendarPage | null {
  // Most URLs have no four digits in a row and can skip the rest.
  return (
    (yearDigits.test(path) ? fromPath(host, path) : null) ??
    (yearDigits.test(query) ? fromQuery(host, path, query) : null)
  );
}

function fromPath(host: string, path: string): CalendarPage | null {
  for (const { form, beside } of inPath) {
    const found = form.exec(path);
    if (found === null || beside?.test(path) === false) continue;
    return { calendar: `${host}${path.slice(0, found.index)}/{date}`, year: yearOf(found) };
  }
  return null;
}

function fromQuery(host: string, path: string, query: string): CalendarPage | null {
  const parameters = query.split(/[&;]/).map(nameAndValue);
  const calendar = (name: string): string => `${host}${path}?${name}={date}`;
  for (const [name, value] of parameters) {
    if (!yearDigits.test(value)) continue;
    for (const { form, beside } of inValue) {
      const found = form.exec(value);
      if (found !== null && beside?.test(name) !== false)
        return { calendar: calendar(name), year: yearOf(found) };
    }
  }
  // "year=2031" alone may be a model year; with a month beside it, it is a calendar.
  const dated = parameters.find(([name, value]) => bareYear.test(value) && yearName.test(name));
  if (dated === undefined || !parameters.some(([name]) => monthName.test(name))) return null;
  return { calendar: calendar(dated[0]), year: Number(dated[1]) };
}

function nameAndValue(parameter: string): readonly [name: string, value: string] {
  const [decoded] = /[%+]/.test(parameter) ? new URLSearchParams(parameter) : [];
  if (decoded !== undefined) return decoded;
  const equals = parameter.indexOf('=');
  return equals < 0 ? [parameter, ''] : [parameter.slice(0, equals), parameter.slice(equals + 1)];
}

function yearOf(found: RegExpExecArray): number {
  const { year: digits } = found.groups ?? {};
  return Number(digits);
}
