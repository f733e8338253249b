import { createHash } from 'node:crypto';
import { TidemarkError } from '../../../base/index.ts';
import { channelAddress } from '../../../crawl/projects/channel-addresses.ts';
import type { Store } from '../../../database/store.ts';
import { delayAfter, type RetryPolicy } from '../../../fetch/index.ts';
import type { Channel, ChannelTools } from '../channels/channel.ts';
import { channelOf, channels } from '../channels/channels.ts';
import { NotifyError } from '../errors.ts';
import { groupOccasions, haveEqualChanges } from '../message/group-occasions.ts';
import type { Notification } from '../message/message.ts';
import type { NotificationRule } from '../rules/notification-rule.ts';
import { readOccasion } from '../rules/plan-outbox.ts';
import type { OutboxRow, OutboxSettlement } from '../tables/outbox.ts';

/** A channel of a project, ready to be sent to. */
export interface OpenChannel {
  readonly rule: NotificationRule;
  /** With its secrets in it. */
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
  /** From 0 up to 1. */
  random(): number;
  /** A new name each time. */
  newClaim(): string;
  readonly channels?: readonly Channel[];
  readonly retries?: RetryPolicy;
  /** Aborting it ends the work after the delivery under way. */
  readonly signal?: AbortSignal;
  /** Called after every try. */
  onTry?(tried: TriedDelivery): void;
}

export interface TriedDelivery {
  readonly message: Notification;
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
 * Half a minute at first, doubling up to a day, and given up after nearly three: a mail server that is down over the weekend
 * loses nothing.
 */
const deliveryRetries: RetryPolicy = { attempts: 14, firstDelay: 30_000, longestDelay: 86_400_000 };

/** Much longer than any channel waits for an answer. */
const usualLease = 5 * 60_000;
const longestSend = 90_000;

/** One channel that hangs must not hold up the others. */
const AT_A_TIME = 4;

/** Sends everything that is due now. What cannot be sent stays in the outbox for later, or as a dead letter. */
export async function deliverDue(options: DeliveryOptions): Promise<DeliveryCounts> {
  const counts = { sent: 0, waiting: 0, dead: 0 };
  const instance = await options.outbox.instanceId();
  const work = async (abandoned: boolean) => {
    while (options.signal?.aborted !== true) {
      const claim = options.newClaim();
      const now = options.now();
      const until = now + usualLease;
      const rows = await options.outbox.claim({ claim, now, until, abandoned });
      if (rows.length === 0) return;
      for (const { state } of await sendClaimed(options, instance, { claim, until }, rows))
        counts[state] += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, () => work(false)));
  // A message that ends the process that sends it does so alone, after all others; each time counts as a try.
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
      // Another sender may take over soon: it gets what is not under way.
      await outbox.settle(claim, null, { state: 'postponed', nextTry: now() });
      break;
    }
    const key = createHash('sha256').update(`${instance} ${name}`).digest('hex').slice(0, 32);
    const notification = notificationOf(part, opened.rule, { key, at: now() });
    const settlement = await attempt(notification, opened, part[0]?.attempts ?? 0, options);
    await outbox.settle(claim, name, settlement);
    const { state } = settlement;
    if (state === 'postponed') continue;
    const delivery = {
      message: notification,
      channel,
      state,
      error: 'error' in settlement ? settlement.error : null,
    };
    tried.push(delivery);
    options.onTry?.(delivery);
    if (settlement.state === 'waiting') {
      // The next one would fail in the same way: it waits too, without a try.
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

/** What was collected goes out as one notification; so do too many at once, and the same change of several pages. */
function areTogether(rows: readonly OutboxRow[], cap: number): boolean {
  if (rows.length < 2) return false;
  if (rows.length > cap || rows.some(({ bundle }) => bundle !== AT_ONCE)) return true;
  return haveEqualChanges(rows.map(({ told }) => readOccasion(told)));
}

function notificationOf(
  rows: readonly OutboxRow[],
  rule: NotificationRule,
  { key, at }: Pick<Notification, 'key' | 'at'>,
): Notification {
  const all = groupOccasions(rows.map(({ told }) => readOccasion(told)));
  const occasions = all.slice(0, rule.cap);
  const project = occasions[0]?.project ?? '';
  return { key, project, occasions, total: all.length, templates: rule.template, at };
}

async function attempt(
  notification: Notification,
  { address, token, tools, hide }: OpenChannel,
  attempts: number,
  options: DeliveryOptions,
): Promise<OutboxSettlement> {
  try {
    if (attempts >= (options.retries ?? deliveryRetries).attempts)
      throw new NotifyError('NOTIFY_ABANDONED', 'the program ended each time while it sent this message');
    const channel = channelOf(address, options.channels ?? channels);
    await channel.send({ notification, address: channelAddress(address), token }, tools);
    return { state: 'sent', at: options.now() };
  } catch (failure) {
    return afterFailure(foreseen(failure), attempts + 1, options, hide);
  }
}

/** A channel that fails in an unforeseen way must not hold up all others. */
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
  // Never earlier than was asked for; later by up to a quarter, so that many senders do not come back together.
  return { state: 'waiting', nextTry: now() + Math.ceil(delay * (1 + random() / 4)), error };
}
