import { createHash } from 'node:crypto';
import { TidemarkError } from '../../../base/index.ts';
import { channelAddress } from '../../../crawl/projects/channel-addresses.ts';
import type { Store } from '../../../database/store.ts';
import { delayAfter, type RetryPolicy } from '../../../fetch/index.ts';
import type { Channel, ChannelTools } from '../channels/channel.ts';
import { channelOf, channels } from '../channels/channels.ts';
import { NotifyError } from '../errors.ts';
import { groupNotifications, haveEqualChanges } from '../message/group-notifications.ts';
import type { Message } from '../message/message.ts';
import type { NotificationRule } from '../rules/notification-rule.ts';
import { readNotification } from '../rules/plan-outbox.ts';
import type { OutboxRow, OutboxSettlement } from '../tables/outbox.ts';

/** A channel of a project, ready to be sent to. */
export interface OpenChannel {
  readonly rule: NotificationRule;
  /** The address, with its secrets filled in. */
  readonly address: string;
  readonly token: string | null;
  readonly tools: ChannelTools;
  /** Takes the secrets out of a text that is about to be stored. */
  hide(text: string): string;
}

export interface DeliveryOptions {
  readonly outbox: Store['outbox'];
  /** Null when the project has no such channel any more. May throw, for example ACCESS_SECRET_MISSING. */
  open(projectId: number, channel: string): Promise<OpenChannel | null>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Returns a number from 0 up to 1. */
  random(): number;
  /** Returns a new name each time. */
  newClaim(): string;
  readonly channels?: readonly Channel[];
  readonly retries?: RetryPolicy;
  /** Aborting it ends the work after the delivery under way. */
  readonly signal?: AbortSignal;
  /** Called after every try. */
  onTry?(tried: TriedDelivery): void;
}

export interface TriedDelivery {
  readonly message: Message;
  readonly channel: string;
  readonly state: 'sent' | 'waiting' | 'dead';
  /** Null when it was sent. */
  readonly error: string | null;
}

export interface DeliveryCounts {
  readonly sent: number;
  readonly waiting: number;
  readonly dead: number;
}

/**
 * The first retry comes after half a minute, then the delay doubles up to a day; delivery is given up after nearly three days.
 * So no message is lost when a mail server is down over the weekend.
 */
const deliveryRetries: RetryPolicy = { attempts: 14, firstDelay: 30_000, longestDelay: 86_400_000 };

/** Much longer than any channel waits for a response. */
const usualLease = 5 * 60_000;
const longestSend = 90_000;

/** One channel that hangs must not hold up the others. */
const AT_A_TIME = 4;

/** Sends everything that is due now. What cannot be sent stays in the outbox for later, or as a dead letter. */
export async function deliverDue(options: DeliveryOptions): Promise<DeliveryCounts> {
  const counts = { sent: 0, waiting: 0, dead: 0 };
  const instance = await options.outbox.instanceId();
  /** The project of each message under way. */
  const busy: number[] = [];
  const work = async (abandoned: boolean) => {
    while (options.signal?.aborted !== true) {
      const claim = options.newClaim();
      const now = options.now();
      const until = now + usualLease;
      const rows = await options.outbox.claim({ claim, now, until, abandoned, busy });
      const [first] = rows;
      if (first === undefined) return;
      busy.push(first.projectId);
      for (const { state } of await sendClaimed(options, instance, { claim, until }, rows))
        counts[state] += 1;
      busy.splice(busy.indexOf(first.projectId), 1);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, () => work(false)));
  // Messages whose process died while it sent them come last, when no other is under way: one of them may have caused it. Each death counts as a try.
  await work(true);
  return counts;
}

async function sendClaimed(
  options: DeliveryOptions,
  instance: string,
  { claim, until }: { readonly claim: string; readonly until: number },
  rows: readonly OutboxRow[],
): Promise<readonly TriedDelivery[]> {
  const { outbox, now } = options;
  const [{ projectId, channel, attempts } = { projectId: 0, channel: '', attempts: 0 }] = rows;
  const opened = await open(options, projectId, channel);
  if ('failure' in opened) {
    const settlement = afterFailure(opened.failure, attempts + 1, options, (text) => text);
    await outbox.settle(claim, null, settlement);
    return [];
  }
  const named = await outbox.nameMessages(claim, areTogether(rows, opened.rule.cap) ? 'one' : 'each');
  const tried: TriedDelivery[] = [];
  for (const [name, part] of Map.groupBy(named, ({ message }) => message)) {
    if (now() > until - longestSend) {
      // The lease ends soon, and another sender may take over: release everything that is not under way.
      await outbox.settle(claim, null, { state: 'postponed', nextTry: now() });
      break;
    }
    const key = createHash('sha256').update(`${instance} ${name}`).digest('hex').slice(0, 32);
    const message = messageOf(part, opened.rule, { key, at: now() });
    const settlement = await attempt(message, opened, part[0]?.attempts ?? 0, options);
    await outbox.settle(claim, name, settlement);
    const { state } = settlement;
    if (state === 'postponed') continue;
    const delivery = {
      message,
      channel,
      state,
      error: 'error' in settlement ? settlement.error : null,
    };
    tried.push(delivery);
    options.onTry?.(delivery);
    if (settlement.state === 'waiting') {
      // The next message would fail in the same way: it waits too, without a try.
      await outbox.settle(claim, null, { state: 'postponed', nextTry: settlement.nextTry });
      break;
    }
  }
  return tried;
}

async function open(
  { open: find }: DeliveryOptions,
  projectId: number,
  channel: string,
): Promise<OpenChannel | { readonly failure: unknown }> {
  try {
    const found = await find(projectId, channel);
    if (found !== null) return found;
    return {
      failure: new NotifyError('NOTIFY_CHANNEL_GONE', `the project has no channel "${channel}" any more`),
    };
  } catch (failure) {
    return { failure: foreseen(failure) };
  }
}

const AT_ONCE = 'at once';

/** Whether rows become one message: those of a digest, more rows than the cap, and the same change on several pages. */
function areTogether(rows: readonly OutboxRow[], cap: number): boolean {
  if (rows.length < 2) return false;
  if (rows.length > cap || rows.some(({ bundle }) => bundle !== AT_ONCE)) return true;
  return haveEqualChanges(rows.map(({ content }) => readNotification(content)));
}

function messageOf(
  rows: readonly OutboxRow[],
  rule: NotificationRule,
  { key, at }: Pick<Message, 'key' | 'at'>,
): Message {
  const all = groupNotifications(rows.map(({ content }) => readNotification(content)));
  const notifications = all.slice(0, rule.cap);
  const project = notifications[0]?.project ?? '';
  return { key, project, notifications, total: all.length, templates: rule.template, at };
}

async function attempt(
  message: Message,
  { address, token, tools, hide }: OpenChannel,
  attempts: number,
  options: DeliveryOptions,
): Promise<OutboxSettlement> {
  try {
    if (attempts >= (options.retries ?? deliveryRetries).attempts)
      throw new NotifyError('NOTIFY_ABANDONED', 'the program ended each time while it sent this message');
    const channel = channelOf(address, options.channels ?? channels);
    await channel.send({ message, address: channelAddress(address), token }, tools);
    return { state: 'sent', at: options.now() };
  } catch (failure) {
    return afterFailure(foreseen(failure), attempts + 1, options, hide);
  }
}

/** Wraps an unexpected error: a channel that fails with one must not hold up all others. */
const foreseen = (failure: unknown): TidemarkError =>
  failure instanceof TidemarkError
    ? failure
    : new NotifyError('NOTIFY_FAILED', `the channel failed: ${String(failure)}`, { cause: failure });

function afterFailure(
  failure: unknown,
  attempts: number,
  { retries = deliveryRetries, now, random }: DeliveryOptions,
  hide: (text: string) => string,
): Extract<OutboxSettlement, { state: 'waiting' | 'dead' }> {
  const { code, message, decision } = failure as TidemarkError;
  const error = `${hide(message)} [${code}]`;
  if (decision === 'skip' || attempts >= retries.attempts) return { state: 'dead', error };
  const askedFor = failure instanceof NotifyError ? failure.askedFor : null;
  const delay = delayAfter(attempts, retries, askedFor);
  // Never earlier than the receiver asked for; up to a quarter later, so that many senders do not retry at the same moment.
  return { state: 'waiting', nextTry: now() + Math.ceil(delay * (1 + random() / 4)), error };
}
