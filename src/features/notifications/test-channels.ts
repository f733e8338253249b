import { randomUUID } from 'node:crypto';
import { TidemarkError } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { Notification } from '../../crawl/events/notification.ts';
import { channelAddress } from '../../crawl/projects/channel-addresses.ts';
import { AppError } from '../../crawl/run/errors.ts';
import type { Store } from '../../database/store.ts';
import { type ChannelOpener, channelOpener, type ProjectChannels, rulesOf } from './channel-opener.ts';
import { channelOf } from './channels/channels.ts';
import type { Message } from './message/message.ts';
import { type NotificationRule, notificationRules } from './rules/notification-rule.ts';

interface TestedChannel {
  readonly channel: string;
  /** Null when the message was sent. */
  readonly error: string | null;
}

/**
 * Sends a test message at once, without the outbox: to an address, or to all channels of a project. Throws APP_PROJECT_UNKNOWN
 * and NOTIFY_ADDRESS_INVALID.
 */
export async function testChannels(
  store: Store,
  config: Config,
  what: string,
): Promise<readonly TestedChannel[]> {
  const channels = await whatToTest(store, what);
  const opener = await channelOpener(store, config);
  try {
    const tested: TestedChannel[] = [];
    for (const rule of channels.rules)
      tested.push({ channel: rule.channel, error: await failureOf(opener.openRule, rule, channels) });
    return tested;
  } finally {
    await opener.close();
  }
}

async function whatToTest(store: Store, what: string): Promise<ProjectChannels> {
  const project = await store.projects.find(what);
  if (project !== null) return rulesOf(project);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(what))
    throw new AppError(
      'APP_PROJECT_UNKNOWN',
      `there is no project "${what}", and it is not the address of a channel, such as mailto:me@example.org`,
    );
  channelOf(what);
  const rules = notificationRules([{ to: what }], { hasDetectors: false });
  return { project: null, rules, folder: '.', isTrusted: () => true };
}

async function failureOf(
  open: ChannelOpener['openRule'],
  rule: NotificationRule,
  channels: ProjectChannels,
): Promise<string | null> {
  let hide = (text: string) => text;
  try {
    const opened = await open(rule, channels);
    hide = opened.hide;
    const { address, token, tools } = opened;
    const message = testMessage(channels.project ?? 'test');
    await channelOf(address).send({ message, address: channelAddress(address), token }, tools);
    return null;
  } catch (error) {
    if (error instanceof TidemarkError) return `${hide(error.message)} [${error.code}]`;
    throw error;
  }
}

/** The test message looks like a real one, so that people see what to expect. */
function testMessage(project: string): Message {
  const now = Date.now();
  const notification: Notification = {
    key: 'test',
    kind: 'test',
    project,
    page: { id: 0, url: 'https://example.org/lamp', title: 'Lamp' },
    otherPages: [],
    pageCount: 1,
    at: now,
    since: now - 3_600_000,
    words: [
      { kind: 'same', text: 'The lamp costs ' },
      { kind: 'removed', text: '34' },
      { kind: 'added', text: '29' },
      { kind: 'same', text: '.90 €' },
    ],
    place: 'in the price table',
    detector: null,
    reason: '',
    link: `tidemark report ${project}`,
  };
  return {
    key: randomUUID().replaceAll('-', ''),
    project,
    notifications: [notification],
    total: 1,
    templates: { subject: null, text: null },
    at: now,
  };
}
