import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findTimes } from './find-times.ts';
import { sameTimes } from './same-times.ts';
import type { TimeExpression } from './time-expression.ts';

const monday = Date.UTC(2026, 10, 16, 10, 30, 15);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Whether the two texts differ only because time passed. */
function onlyTimePassed(before: string, after: string, elapsed: number): boolean {
  const [old, now] = sameTimes({ text: before, at: monday }, { text: after, at: monday + elapsed });
  return without(before, old) === without(after, now);
}

function without(text: string, times: readonly TimeExpression[]): string {
  return times.reduceRight((left, { start, end }) => `${left.slice(0, start)}*${left.slice(end)}`, text);
}

describe('a time that agrees with the Date of the response is noise', () => {
  test.each([
    ['a clock', 'It is 10:30:15', 'It is 11:42:20', 72 * minute + 5000],
    ['a clock in another zone', 'Now 16:00', 'Now 17:12', 72 * minute],
    ['twelve hours', '10:30 AM', '1:42 PM', 192 * minute],
    ['Uhr', 'Stand 11.30 Uhr', 'Stand 12.42 Uhr', 72 * minute],
    ['ISO with a zone', '2026-11-16T10:30:15Z', '2026-11-17T10:30:15Z', day],
    ['ISO with an offset', '2026-11-16T12:30:15+02:00', '2026-11-17T12:30:15+02:00', day],
    ['an HTTP date', 'Mon, 16 Nov 2026 10:30:15 GMT', 'Tue, 17 Nov 2026 10:30:15 GMT', day],
    ['a day in words', 'Monday, 16 November 2026', 'Tuesday, 17 November 2026', day],
    ['an American day', 'November 16, 2026', 'November 17, 2026', day],
    ['a German day', 'Montag, 16. November 2026', 'Dienstag, 17. November 2026', day],
    ['a French day', 'lundi 16 novembre 2026', 'mardi 17 novembre 2026', day],
    ['a day in numbers', '16.11.2026', '02.12.2026', 16 * day],
    ['a day in numbers, month first', '11/16/2026', '12/02/2026', 16 * day],
    ['seconds since 1970', `t=${monday / 1000}`, `t=${(monday + day) / 1000}`, day],
    ['minutes ago', 'Posted 12 minutes ago', 'Posted 24 minutes ago', 12 * minute],
    ['minutes that become hours', '50 minutes ago', '2 hours ago', 75 * minute],
    ['hours that become yesterday', '20 hours ago', 'yesterday', 8 * hour],
    ['days that become a date', '6 days ago', '10 November 2026', 2 * day],
    ['just now', 'just now', '5 minutes ago', 5 * minute],
    ['vor', 'vor 3 Stunden', 'vor 5 Stunden', 2 * hour],
    ['il y a', 'il y a 3 heures', 'il y a 5 heures', 2 * hour],
    ['days to come', 'The fair is in 12 days', 'The fair is in 9 days', 3 * day],
    ['days that become hours', '2 days to go', '20 hours to go', 29 * hour],
    ['noch', 'noch 12 Tage', 'noch 9 Tage', 3 * day],
    ['something true at the moment', 'Town hall: open now', 'Town hall: closed now', 9 * hour],
    ['the rest of a day', 'Order within 3 h 20 min', 'Order within 1 h 41 min', 99 * minute],
    [
      'the rest of the next day',
      'Bestellen bis in 3 h 21 min',
      'Bestellen bis in 7 h 6 min',
      20 * hour + 15 * minute,
    ],
    ['the year of a copyright', '© 2011–2026 Foundry', '© 2011–2027 Foundry', 60 * day],
    ['a time and a date', 'As of 2026-11-16 10:30', 'As of 2026-11-17 11:30', day + hour],
  ])('%s', (_, before, after, elapsed) => {
    expect(onlyTimePassed(before, after, elapsed)).toBe(true);
  });
});

describe('everything else is a change', () => {
  test.each([
    ['a price', '12.50 EUR', '15.20 EUR', hour],
    ['a year that was not this one', '© 2024 Foundry', '© 2026 Foundry', day],
    ['a year without a copyright', 'Festival 2026', 'Festival 2027', 60 * day],
    ['a round length of time', 'Reply within 3 h 20 min', 'Reply within 1 h 40 min', 100 * minute],
    ['a minute more, a day later', 'Film of 92 min', 'Film of 93 min', day + 20_000],
    ['an opening hour', 'open from 9:00', 'open from 10:00', 2 * hour],
    ['an opening hour that was the time once', 'open from 10:30', 'open from 11:00', 3 * hour],
    ['a day that is not today', 'concert on 20 May 2027', 'concert on 21 May 2027', day],
    ['a clock that stopped', 'updated 10:30:15', 'updated 10:31:00', 5 * hour],
    ['a countdown to another day', 'in 12 days', 'in 19 days', 3 * day],
    ['a shorter delivery time', 'delivered in 5 days', 'delivered in 2 days', hour],
    ['open that becomes closed', 'open', 'closed', day],
    ['a later event', '3 hours ago', '10 minutes ago', hour],
    ['a part number that looks like a time stamp', 'part 1234567890', 'part 1234567891', hour],
    ['words around a clock', 'Low at 10:30:15', 'High at 10:40:15', 10 * minute],
    ['one time more', '10:30:15', '10:40:15 and 12:00', 10 * minute],
    ['a score', '10:30', '11:45', 3 * hour],
  ])('%s', (_, before, after, elapsed) => {
    expect(onlyTimePassed(before, after, elapsed)).toBe(false);
  });

  test('a day without a year is the last such day', () => {
    const newYear = Date.UTC(2027, 0, 2, 12);
    const before = { text: '3 days ago', at: newYear - 2 * day };
    const same = sameTimes(before, { text: '28 December', at: newYear });
    expect(same.map(({ length }) => length)).toEqual([1, 1]);
    const other = sameTimes(before, { text: '20 December', at: newYear });
    expect(other.map(({ length }) => length)).toEqual([0, 0]);
  });

  test('without a Date, no time is recognised', () => {
    expect(sameTimes({ text: '10:30:15', at: null }, { text: '10:30:15', at: monday })).toEqual([[], []]);
  });
});

describe('a length of time without evidence', () => {
  const withoutEvidence = (before: string, after: string): boolean => {
    const [old, now] = sameTimes(
      { text: before, at: monday },
      { text: after, at: monday + day },
      () => false,
    );
    return without(before, old) === without(after, now);
  };

  test.each([
    ['in the short form of lists of posts', 'Bridge and honey – 3d', 'Bridge and honey – 4d'],
    ['in a short form that takes the next unit', '22h', '2d'],
    ['that takes the next unit as time passes', 'Open for 23 hours', 'Open for 2 days'],
  ])('%s runs with the clock', (_, before, after) => {
    expect(withoutEvidence(before, after)).toBe(true);
  });

  test.each([
    ['a delivery time', 'Delivery time: 3 days', 'Delivery time: 4 days'],
    ['a day', 'by 16 November', 'by 17 November'],
    ['a length that is not that of the time passed', '3d', '9d'],
  ])('%s is a change', (_, before, after) => {
    expect(withoutEvidence(before, after)).toBe(false);
  });
});

test('a price is never taken for a clock, at whatever time the page is fetched', () => {
  const price = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 99 }));
  const shown = ([euros, cents]: readonly [number, number]): string =>
    `${euros}.${String(cents).padStart(2, '0')} EUR`;
  fc.assert(
    fc.property(price, price, fc.integer({ min: 0, max: 400 * day }), (before, after, elapsed) => {
      expect(onlyTimePassed(shown(before), shown(after), elapsed)).toBe(shown(before) === shown(after));
    }),
    { seed: 30, numRuns: 3000 },
  );
});

test('any two moments of one clock are the same clock', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 300 * day }),
      fc.integer({ min: -44, max: 56 }),
      (elapsed, quarters) => {
        const shown = (at: number): string =>
          `It is ${new Date(at + quarters * 15 * minute).toISOString().slice(11, 19)}`;
        expect(onlyTimePassed(shown(monday), shown(monday + elapsed), elapsed)).toBe(true);
      },
    ),
    { seed: 31, numRuns: 1500 },
  );
});

test('plain words and numbers are not times', () => {
  for (const text of ['12.50', '1,234', '3 apples', 'room 101', 'version 2.10.3', 'mayor', '99 %', '1:0']) {
    expect(findTimes(text), text).toEqual([]);
  }
});
