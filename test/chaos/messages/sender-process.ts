// Runs as a separate process. It finds some changes, commits them with their messages, sends what is due, and kills itself
// where its order (JSON) says so.
import '../../fixtures/program/use-features.ts';
import { randomUUID } from 'node:crypto';
import { channelAddress } from '../../../src/crawl/projects/channel-addresses.ts';
import { openStore } from '../../../src/database/open-store.ts';
import type { CommitPoint } from '../../../src/database/store-options.ts';
import type { Channel } from '../../../src/features/notifications/channels/channel.ts';
import { channels } from '../../../src/features/notifications/channels/channels.ts';
import { toolsOfThisMachine } from '../../../src/features/notifications/channels/local-tools.ts';
import { deliverDue } from '../../../src/features/notifications/delivery/deliver.ts';
import { exampleNotification } from '../../../src/features/notifications/message/message.example.ts';
import { notificationRules } from '../../../src/features/notifications/rules/notification-rule.ts';
import { planOutbox } from '../../../src/features/notifications/rules/plan-outbox.ts';
import { loopbackFetcher } from '../../fixtures/servers/loopback-fetcher.ts';
import { startRun } from '../../kernel/database/sample-records.ts';

/** Where a sender dies: at a point of its commit, or right before or after its message number `message` is sent. */
export type MessageKill =
  | { readonly at: CommitPoint }
  | { readonly at: 'before send' | 'after send'; readonly message: number };

export interface SenderOrder {
  readonly life: number;
  readonly folder: string;
  readonly address: string;
  /** How many changes this life finds. */
  readonly changes: number;
  /** With more than this, they go out as one message. */
  readonly cap: number;
  /** The time that this life believes it is. */
  readonly now: number;
  readonly kill: MessageKill | null;
}

const order = JSON.parse(process.argv[2] ?? '') as SenderOrder;
const { life, folder, address, kill, now } = order;
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive');
};

let sends = 0;
/** The real channels, with a trap on both sides of sending. */
const deadly = channels.map(
  (channel): Channel => ({
    ...channel,
    send: async (delivery, tools) => {
      const number = sends++;
      const isNamed = kill !== null && 'message' in kill && kill.message === number;
      if (isNamed && kill.at === 'before send') die();
      await channel.send(delivery, tools);
      if (isNamed && kill.at === 'after send') die();
    },
  }),
);

const store = await openStore({
  kind: 'sqlite',
  folder,
  access: 'write',
  onPoint: (point) => {
    if (kill?.at === point) die();
  },
});
const run = await startRun(store);
const rules = notificationRules([{ to: address, cap: order.cap }], { hasDetectors: false });
const found = Array.from({ length: order.changes }, (_, i) =>
  exampleNotification({ key: `life ${life}, change ${i}` }),
);
if (found.length > 0)
  await run.commit({ outbox: planOutbox(found, { projectId: run.projectId, rules, now }) });
const http = loopbackFetcher();
await deliverDue({
  outbox: store.outbox,
  open: async (_project, name) => {
    const rule = rules.find(({ channel }) => channel === name);
    if (rule === undefined) return null;
    const tools = {
      http,
      mail: null,
      local: toolsOfThisMachine('.', ''),
      allowsCommands: false,
      instance: await store.outbox.instanceId(),
    };
    return { rule, address: channelAddress(address), token: null, tools, hide: (text) => text };
  },
  now: () => now,
  random: () => 0,
  newClaim: randomUUID,
  channels: deadly,
});
await http.close();
await store.close();
