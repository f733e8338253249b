import { describe, expect, it } from 'vitest';
import { nextRunAt, type Schedule, type ScheduleHistory } from './schedule.ts';

const at = (iso: string) => Date.parse(iso);
const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString().slice(0, 16));

const history = (given: Partial<ScheduleHistory> = {}): ScheduleHistory => ({
  project: 'news',
  createdAt: at('2026-01-01T00:00Z'),
  lastStartedAt: at('2026-01-01T00:00Z'),
  firstDueAt: null,
  resumesAt: null,
  wasCutOff: false,
  ...given,
});
const hourly: Schedule = { kind: 'every', interval: 3_600_000, jitter: 0, missed: 'once' };
const inBerlin = (pattern: string): Schedule => ({
  kind: 'cron',
  pattern,
  zone: 'Europe/Berlin',
  jitter: 0,
  missed: 'once',
});

/** The times of all runs of a computer that is never off, each begun at its time. */
function runsOf(schedule: Schedule, from: string, until: string): readonly number[] {
  const runs: number[] = [];
  const createdAt = at(from);
  for (let now = createdAt; now < at(until); ) {
    const next = nextRunAt(schedule, history({ createdAt, lastStartedAt: now }), now);
    if (next === null || next >= at(until)) return runs;
    runs.push(next);
    now = next;
  }
  return runs;
}

describe('a project that never ran', () => {
  it.each([hourly, inBerlin('0 8 * * *')])('runs at once', (schedule) => {
    const now = at('2026-05-05T11:11Z');
    expect(nextRunAt(schedule, history({ lastStartedAt: null }), now)).toBe(now);
  });
});

describe('an interval', () => {
  it('keeps its times, however late a run began', () => {
    const late = history({ lastStartedAt: at('2026-01-01T03:07Z') });
    expect(iso(nextRunAt(hourly, late, at('2026-01-01T03:20Z')))).toBe('2026-01-01T04:00');
  });

  it('has 8,760 hours in a year, over both changes of the clock', () => {
    const runs = runsOf(hourly, '2026-01-01T00:00Z', '2027-01-01T00:00Z');
    expect(runs).toHaveLength(8759);
    expect(new Set(runs.map((time, place) => time - (runs[place - 1] ?? time - 3_600_000)))).toEqual(
      new Set([3_600_000]),
    );
  });
});

describe('times of the day', () => {
  it('are those of the zone, in summer and in winter', () => {
    const runs = runsOf(inBerlin('0 8 * * *'), '2026-01-01T00:00Z', '2027-01-01T00:00Z');
    expect(runs).toHaveLength(365);
    const hours = runs.map((time) => new Date(time).getUTCHours());
    expect(hours.filter((hour) => hour === 7)).toHaveLength(365 - 210);
    expect(hours.filter((hour) => hour === 6)).toHaveLength(210); // 29 March to 24 October
  });

  it('that the clock leaves out come when the clock goes on', () => {
    const runs = runsOf(inBerlin('30 2 * * *'), '2026-03-28T12:00Z', '2026-03-31T00:00Z');
    expect(runs.map(iso)).toEqual(['2026-03-29T01:00', '2026-03-30T00:30']);
  });

  it('that the clock shows twice come once', () => {
    const runs = runsOf(inBerlin('30 2 * * *'), '2026-10-24T12:00Z', '2026-10-27T00:00Z');
    expect(runs.map(iso)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
  });

  it('that never come again are none', () => {
    const leapDay = inBerlin('0 8 29 2 *');
    expect(iso(nextRunAt(leapDay, history(), at('2026-03-01T00:00Z')))).toBe('2028-02-29T07:00');
  });
});

describe('a computer that was off for three days', () => {
  const last = history({ lastStartedAt: at('2026-05-01T06:00Z') });
  const now = at('2026-05-04T10:30Z');

  it('makes up for all missed runs by one', () => {
    expect(nextRunAt(hourly, last, now)).toBeLessThanOrEqual(now);
    expect(nextRunAt(inBerlin('0 8 * * *'), last, now)).toBeLessThanOrEqual(now);
    const after = { ...last, lastStartedAt: now };
    expect(iso(nextRunAt(hourly, after, now))).toBe('2026-05-04T11:00');
    expect(iso(nextRunAt(inBerlin('0 8 * * *'), after, now))).toBe('2026-05-05T06:00');
  });

  it('waits for the next time if missed runs are skipped', () => {
    expect(iso(nextRunAt({ ...hourly, missed: 'skip' }, last, now))).toBe('2026-05-04T11:00');
    const daily: Schedule = { ...inBerlin('0 8 * * *'), missed: 'skip' };
    expect(iso(nextRunAt(daily, last, now))).toBe('2026-05-05T06:00');
  });

  it('has missed nothing if it was late by a few minutes', () => {
    const late = at('2026-05-01T07:09Z');
    expect(nextRunAt({ ...hourly, missed: 'skip' }, last, late)).toBe(at('2026-05-01T07:00Z'));
  });
});

describe('jitter', () => {
  const spread: Schedule = { ...hourly, jitter: 600_000 };

  it('is the same whenever it is asked for, and differs between projects', () => {
    const next = (project: string) => nextRunAt(spread, history({ project }), at('2026-01-01T00:10Z')) ?? 0;
    expect(next('news')).toBe(next('news'));
    const starts = Array.from({ length: 50 }, (_, index) => next(`project ${index}`));
    expect(new Set(starts).size).toBeGreaterThan(45);
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(at('2026-01-01T01:00Z'));
    expect(Math.max(...starts)).toBeLessThan(at('2026-01-01T01:10Z'));
  });

  it('does not add up', () => {
    expect(runsOf(spread, '2026-01-01T00:00Z', '2026-02-01T00:00Z')).toHaveLength(31 * 24 - 1);
  });
});

describe('when due', () => {
  const due: Schedule = { kind: 'due', jitter: 0, missed: 'once' };

  it('runs when the first page is likely to have changed', () => {
    const known = history({ firstDueAt: at('2026-01-03T05:00Z') });
    expect(iso(nextRunAt(due, known, at('2026-01-01T01:00Z')))).toBe('2026-01-03T05:00');
  });

  it('leaves ten minutes between two runs', () => {
    const known = history({ firstDueAt: at('2025-12-31T00:00Z') });
    expect(iso(nextRunAt(due, known, at('2026-01-01T00:01Z')))).toBe('2026-01-01T00:10');
  });
});

describe('a run that has not ended', () => {
  it('goes on at once if it was cut off', () => {
    const now = at('2026-01-01T00:05Z');
    expect(nextRunAt(hourly, history({ wasCutOff: true }), now)).toBe(now);
  });

  it('goes on when the site lets it', () => {
    const waiting = history({ resumesAt: at('2026-01-01T05:30Z') });
    expect(iso(nextRunAt(hourly, waiting, at('2026-01-01T00:05Z')))).toBe('2026-01-01T05:30');
  });
});
