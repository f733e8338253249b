import { describe, expect, test } from 'vitest';
import type { Notification } from '../../../src/crawl/events/notification.ts';
import type { Store } from '../../../src/database/store.ts';
import type { Channel } from '../../../src/features/notifications/channels/channel.ts';
import { webhook } from '../../../src/features/notifications/channels/webhook.ts';
import { type DeliveryOptions, deliverDue } from '../../../src/features/notifications/delivery/deliver.ts';
import { exampleNotification } from '../../../src/features/notifications/message/message.example.ts';
import { notificationRules } from '../../../src/features/notifications/rules/notification-rule.ts';
import { planOutbox } from '../../../src/features/notifications/rules/plan-outbox.ts';
import type { NotifyEntry } from '../../../src/project/index.ts';
import { startRun } from '../../kernel/database/sample-records.ts';
import { databaseKinds } from '../../kernel/database/store-databases.ts';
import { storeForEachTest } from '../../kernel/database/store-for-each-test.ts';
import { toolsOfThisTest } from './channel-tools.ts';
import { receiverForThisTest } from './receiver.ts';

const minute = 60_000;

describe.each(databaseKinds)('messages are delivered on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });

  /** A project with one channel, and a clock that the test sets. */
  async function sender(entry: NotifyEntry, address = String(entry.to)) {
    const run = await startRun(store);
    const rules = notificationRules([entry], { hasDetectors: false });
    const tools = toolsOfThisTest();
    let claims = 0;
    const clock = { now: Date.UTC(2026, 10, 16, 9) };
    return {
      clock,
      find: (...notifications: readonly Partial<Notification>[]) =>
        run.commit({
          outbox: planOutbox(notifications.map(exampleNotification), {
            projectId: run.projectId,
            rules,
            now: clock.now,
          }),
        }),
      deliver: (more: Partial<Pick<DeliveryOptions, 'channels' | 'open'>> = {}) =>
        deliverDue({
          outbox: store.outbox,
          open: async (_project, channel) => {
            const rule = rules.find((each) => each.channel === channel);
            return rule === undefined
              ? null
              : { rule, address, token: null, tools, hide: (text) => text.replaceAll('s3cret', '[secret]') };
          },
          now: () => clock.now,
          random: () => 0.5,
          newClaim: () => `claim ${claims++}`,
          ...more,
        }),
      rows: () => store.outbox.list({ limit: 99 }),
    };
  }

  test('once; a restart with nothing new sends nothing', async () => {
    const hook = await receiverForThisTest();
    const { find, deliver, rows } = await sender({ to: `${hook.origin}/hook` });
    await find({ key: 'a' }, { key: 'b' });
    expect(await deliver()).toEqual({ sent: 2, waiting: 0, dead: 0 });
    await find({ key: 'a' }, { key: 'b' });
    expect(await deliver()).toEqual({ sent: 0, waiting: 0, dead: 0 });
    expect(new Set(hook.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
    expect(await rows()).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  });

  test('although a channel cannot even be opened: that is a try of its message, not a failure of all', async () => {
    const { find, deliver, rows } = await sender({ to: 'https://hook.example/' });
    await find({ key: 'a' });
    await deliver({ open: () => Promise.reject(new URIError('URI malformed')) });
    expect(await rows()).toMatchObject([
      { state: 'waiting', attempts: 1, lastError: expect.stringContaining('URI malformed') },
    ]);
  });

  test('last and alone when the process that sent it died, and not for ever', async () => {
    const { clock, find, deliver, rows } = await sender({ to: 'https://hook.example/' });
    const sent: string[] = [];
    const channel: Channel = {
      ...webhook,
      send: async ({ message }) => void sent.push(...message.notifications.map(({ key }) => key)),
    };
    /** A process that claims messages, names them and dies. */
    const die = async (abandoned: boolean) => {
      const claim = `killed ${clock.now}`;
      await store.outbox.claim({ claim, now: clock.now, until: clock.now + minute, abandoned });
      await store.outbox.nameMessages(claim, 'each');
      clock.now += minute;
    };
    await find({ key: 'deadly' });
    await die(false);
    for (let deaths = 2; deaths <= 14; deaths++) await die(true);
    await find({ key: 'later' });
    expect(await deliver({ channels: [channel] })).toEqual({ sent: 1, waiting: 0, dead: 1 });
    expect(sent).toEqual(['later']);
    expect((await rows()).find(({ state }) => state === 'dead')).toMatchObject({
      attempts: 15,
      lastError: expect.stringContaining('NOTIFY_ABANDONED'),
    });
  });

  test('again when a channel fails in a way that nobody foresaw', async () => {
    const { find, deliver, rows } = await sender({ to: 'https://hook.example/' });
    await find({ key: 'a' });
    const broken: Channel = {
      ...webhook,
      send: () => Promise.reject(new TypeError('message.parts is not iterable')),
    };
    expect(await deliver({ channels: [broken] })).toEqual({ sent: 0, waiting: 1, dead: 0 });
    expect(await rows()).toMatchObject([
      { state: 'waiting', lastError: expect.stringContaining('not iterable') },
    ]);
  });

  test('again after a failure, later and later, under the same key, and in the end as dead letters that can be retried', async () => {
    let isDown = true;
    const hook = await receiverForThisTest(
      (_, response) => void response.writeHead(isDown ? 500 : 200).end('s3cret'),
    );
    const { clock, find, deliver, rows } = await sender({ to: `${hook.origin}/hook` });
    await find({ key: 'a' });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 14; attempt++) {
      await deliver();
      const [row] = await rows();
      if (row?.state !== 'waiting') break;
      expect(row.attempts).toBe(attempt);
      expect(await deliver()).toEqual({ sent: 0, waiting: 0, dead: 0 });
      waits.push((row.nextTry - clock.now) / 1000);
      clock.now = row.nextTry;
    }
    expect(waits.slice(0, 4)).toEqual([33.75, 67.5, 135, 270]);
    expect(waits.at(-1)).toBe(86_400 * 1.125);
    expect(await rows()).toMatchObject([
      {
        state: 'dead',
        attempts: 14,
        lastError: expect.stringContaining('answered 500: [secret] [NOTIFY_FAILED]') as string,
      },
    ]);
    isDown = false;
    expect(await deliver()).toEqual({ sent: 0, waiting: 0, dead: 0 });
    expect(await store.outbox.retry({ now: clock.now })).toBe(1);
    expect(await deliver()).toEqual({ sent: 1, waiting: 0, dead: 0 });
    expect(new Set(hook.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('never before a receiver that has enough asks for them, and the next one is not even tried', async () => {
    const hook = await receiverForThisTest(
      (_, response, index) =>
        void response.writeHead(index === 0 ? 429 : 200, { 'retry-after': '600' }).end(),
    );
    const { clock, find, deliver } = await sender({ to: `${hook.origin}/hook` });
    await find({ key: 'a' }, { key: 'b' });
    await deliver();
    expect(hook.requests).toHaveLength(1);
    clock.now += 10 * minute - 1;
    await deliver();
    expect(hook.requests).toHaveLength(1);
    clock.now += 10 * minute;
    expect(await deliver()).toEqual({ sent: 2, waiting: 0, dead: 0 });
  });

  test('in one message when there are too many, with the number of the others', async () => {
    const hook = await receiverForThisTest();
    const { find, deliver } = await sender({ to: `${hook.origin}/hook`, cap: 10 });
    await find(...Array.from({ length: 50 }, (_, i) => ({ key: String(i) })));
    expect(await deliver()).toEqual({ sent: 1, waiting: 0, dead: 0 });
    expect(hook.json()).toMatchObject({ total: 50, changes: { length: 10 } });
  });

  test('collected until the time for it, and out of quiet hours', async () => {
    const hook = await receiverForThisTest();
    const { clock, find, deliver } = await sender({ to: `${hook.origin}/hook`, when: { every: 'hour' } });
    await find({ key: 'a' });
    clock.now += 20 * minute;
    await find({ key: 'b' });
    expect(await deliver()).toMatchObject({ sent: 0 });
    clock.now += 40 * minute;
    expect(await deliver()).toMatchObject({ sent: 1 });
    expect(hook.json()).toMatchObject({ total: 2 });
  });

  test('not at all when the channel is gone or refuses them, and the reason is kept', async () => {
    const hook = await receiverForThisTest((_, response) => void response.writeHead(410).end());
    const { find, deliver, rows } = await sender({ to: `${hook.origin}/hook` });
    await find({ key: 'a' });
    expect(await deliver()).toEqual({ sent: 0, waiting: 0, dead: 1 });
    expect(await rows()).toMatchObject([
      { state: 'dead', lastError: expect.stringContaining('[NOTIFY_REFUSED]') as string },
    ]);
    const run = await startRun(store);
    await run.commit({
      outbox: planOutbox([exampleNotification({ key: 'z' })], {
        projectId: run.projectId,
        rules: notificationRules([{ to: 'desktop:' }], { hasDetectors: false }),
        now: 0,
      }),
    });
    await deliver();
    expect((await rows()).find(({ channel }) => channel === 'desktop:')).toMatchObject({
      state: 'dead',
      lastError: expect.stringContaining('[NOTIFY_CHANNEL_GONE]') as string,
    });
  });

  test('by several senders at once, each message by one of them', async () => {
    const hook = await receiverForThisTest();
    const { find, deliver } = await sender({ to: `${hook.origin}/hook`, cap: 100 });
    await find(...Array.from({ length: 30 }, (_, i) => ({ key: String(i) })));
    const counts = await Promise.all([deliver(), deliver(), deliver()]);
    expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(30);
    expect(hook.requests).toHaveLength(30);
  });
});
