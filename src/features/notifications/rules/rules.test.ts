import { describe, expect, test } from 'vitest';
import { channelName } from '../../../crawl/projects/channel-addresses.ts';
import { exampleNotification } from '../message/message.example.ts';
import { deliveryTime } from './delivery-time.ts';
import { notificationRules } from './notification-rule.ts';
import { planOutbox } from './plan-outbox.ts';
import { reminders } from './reminders.ts';

const at = (text: string) => Date.parse(text);
const iso = (time: number) => new Date(time).toISOString().slice(0, 16);
const daily = { every: 'day', at: '08:00', zone: 'Europe/Berlin' } as const;

describe('when a message goes out', () => {
  test.each([
    [{ every: 'change' }, '2026-11-16T09:17:30Z', '2026-11-16T09:17'],
    [{ every: 'hour' }, '2026-11-16T09:17:30Z', '2026-11-16T10:00'],
    [{ every: 'hour' }, '2026-11-16T10:00:00Z', '2026-11-16T11:00'],
    [daily, '2026-11-16T06:59:59Z', '2026-11-16T07:00'],
    [daily, '2026-11-16T07:00:00Z', '2026-11-17T07:00'],
    // Clocks go forward on 29 March and back on 25 October 2026.
    [daily, '2026-03-28T12:00:00Z', '2026-03-29T06:00'],
    [daily, '2026-10-24T12:00:00Z', '2026-10-25T07:00'],
    [{ ...daily, at: '02:30' }, '2026-03-28T12:00:00Z', '2026-03-29T01:30'],
    [{ ...daily, at: '02:30' }, '2026-10-24T12:00:00Z', '2026-10-25T00:30'],
    [{ every: 'week', on: 'monday', at: '08:00', zone: 'UTC' }, '2026-11-16T07:00:00Z', '2026-11-16T08:00'],
    [{ every: 'week', on: 'monday', at: '08:00', zone: 'UTC' }, '2026-11-16T08:00:00Z', '2026-11-23T08:00'],
    [
      { every: 'week', on: 'sunday', at: '23:30', zone: 'America/New_York' },
      '2026-11-16T03:00:00Z',
      '2026-11-16T04:30',
    ],
  ] as const)('%o after %s: %s', (when, now, expected) => {
    expect(iso(deliveryTime(when, [], at(now)))).toBe(expected);
  });

  const night = { from: '22:00', to: '07:00', zone: 'Europe/Berlin' };
  test.each([
    ['2026-11-16T20:59:00Z', '2026-11-16T20:59'],
    ['2026-11-16T21:00:00Z', '2026-11-17T06:00'],
    ['2026-11-17T05:59:00Z', '2026-11-17T06:00'],
    ['2026-11-17T06:00:00Z', '2026-11-17T06:00'],
    ['2026-10-24T21:00:00Z', '2026-10-25T06:00'],
  ])('quiet hours: what is found at %s waits until %s', (now, expected) => {
    expect(iso(deliveryTime({ every: 'change' }, [night], at(now)))).toBe(expected);
  });

  test('one quiet time may follow another, and never for ever', () => {
    const noon = { from: '07:00', to: '09:00', zone: 'Europe/Berlin' };
    expect(iso(deliveryTime({ every: 'change' }, [noon, night], at('2026-11-16T23:00:00Z')))).toBe(
      '2026-11-17T08:00',
    );
    const always = { from: '00:00', to: '24:00', zone: 'UTC' };
    expect(deliveryTime({ every: 'change' }, [always], 0)).toBeLessThan(86_400_000 * 20);
  });
});

const rules = (...entries: Parameters<typeof notificationRules>[0]) =>
  notificationRules(entries, { hasDetectors: false });
const now = at('2026-11-16T09:00:00Z');

describe('what is reported over which channel', () => {
  const notifications = [
    exampleNotification({ key: 'a' }),
    exampleNotification({ key: 'b', kind: 'match', detector: 'cheap' }),
    exampleNotification({ key: 'c', kind: 'match', detector: 'other' }),
    exampleNotification({ key: 'd', kind: 'new' }),
  ];
  const planned = (...entries: Parameters<typeof notificationRules>[0]) =>
    planOutbox(notifications, { projectId: 1, rules: rules(...entries), now }).map(
      ({ notification }) => notification,
    );

  test('everything, some events, or the matches of some detectors', () => {
    expect(planned({ to: 'mailto:me@example.org' })).toEqual(['a', 'b', 'c', 'd']);
    expect(planned({ to: 'mailto:me@example.org', events: ['new', 'match'], detectors: ['cheap'] })).toEqual([
      'b',
      'd',
    ]);
    const [rule] = notificationRules([{ to: 'desktop:' }], { hasDetectors: true });
    expect([...(rule?.events ?? [])]).toEqual(['match', 'failing', 'not visited']);
  });

  test('the same notifications make the same rows; another project or channel makes others', () => {
    const plan = { projectId: 1, rules: rules({ to: 'desktop:' }), now };
    const ids = (change: object) => planOutbox(notifications, { ...plan, ...change }).map(({ id }) => id);
    expect(ids({ now: now + 1 })).toEqual(ids({}));
    const all = [ids({}), ids({ projectId: 2 }), ids({ rules: rules({ to: 'desktop:', name: 'x' }) })].flat();
    expect(new Set(all).size).toBe(12);
  });

  test('what is collected shares a bundle and waits', () => {
    const [row] = planOutbox(notifications, {
      projectId: 1,
      rules: rules({ to: 'desktop:', when: daily }),
      now,
    });
    expect(row).toMatchObject({
      bundle: '2026-11-17T07:00:00.000Z',
      deliverAfter: at('2026-11-17T07:00:00Z'),
    });
  });

  test('a row is small, whatever a page contains', () => {
    const long = 'word '.repeat(100_000);
    const huge = exampleNotification({
      words: Array.from({ length: 50 }, () => ({ kind: 'added' as const, text: long })),
      page: { id: 1, url: `https://x/${long}`, title: long },
      otherPages: Array.from({ length: 1000 }, () => ({ id: 1, url: long, title: long })),
    });
    const [row] = planOutbox([huge], { projectId: 1, rules: rules({ to: 'desktop:' }), now });
    expect(row?.content.length).toBeLessThan(500_000);
  });

  test('the name of a channel never shows a token', () => {
    const names = [
      'slack://hooks.slack.com/services/T0/B0/s3cret',
      'https://user:s3cret@example.org/hook/s3cret?key=s3cret',
      'teams://x.logic.azure.com/workflows/a?sig=s3cret',
    ].map((to) => channelName({ to }));
    for (const name of names) expect(name).not.toContain('s3cret');
    expect(names[0]).toMatch(/^slack:\/\/hooks\.slack\.com\/… \([\da-f]{6}\)$/);
    expect(channelName({ to: { secret: 'team' } })).toBe('secret team');
    expect(channelName({ to: 'mailto:me@example.org' })).toBe('mailto:me@example.org');
  });
});

describe('reminders', () => {
  const day = 86_400_000;
  const health = {
    project: 'p',
    url: 'https://a.example/',
    failingSince: now - day,
    reason: 'no answer',
    lastVisitAt: now,
  };
  const due = (change: object, entry: object = {}, time = now) =>
    reminders({ ...health, ...change }, rules({ to: 'desktop:', ...entry }), time).map(
      ({ notification }) => notification.key,
    );

  test('come after one, two, four and eight times the time that a rule sets, each once', () => {
    const keys = Array.from({ length: 20 }, (_, days) =>
      due({ lastVisitAt: now + days * day }, {}, now + days * day),
    ).flat();
    expect([...new Set(keys)].map((key) => key.slice(-1))).toEqual(['1', '2', '3', '4', '5']);
    expect(due({}, {}, now - 1)).toEqual([]);
  });

  test('report a site that is not visited, unless they are switched off', () => {
    expect(due({ failingSince: null, lastVisitAt: now - 8 * day })).toEqual([
      `not visited since ${now - 8 * day}, reminder 1`,
    ]);
    expect(due({ lastVisitAt: now - 8 * day }, { remind: false })).toEqual([]);
    expect(due({ failingSince: null }, { remind: { notVisited: 1000 } }, now + 2000)).toHaveLength(1);
  });
});
