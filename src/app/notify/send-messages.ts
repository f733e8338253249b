import { randomUUID } from 'node:crypto';
import type { Config } from '../../config/index.ts';
import {
  type DeliveryCounts,
  deliverDue,
  planOutbox,
  reminders,
  type TriedMessage,
} from '../../notify/index.ts';
import type { Store } from '../../store/index.ts';
import { channelOpener, rulesOf } from './channel-opener.ts';
import { siteHealth } from './site-health.ts';

export interface SendOptions {
  readonly onTry?: (tried: TriedMessage) => void;
  readonly signal?: AbortSignal;
  /** Default: the system's clock. */
  readonly now?: () => number;
}

/** How long it can be looked up what was sent, in milliseconds. */
const KEEP_SENT = 90 * 86_400_000;

/** Adds the reminders that are due, sends everything in the outbox that is due now, and forgets what was sent long ago. */
export async function sendMessages(
  store: Store,
  config: Config,
  { onTry, signal, now = Date.now }: SendOptions = {},
): Promise<DeliveryCounts> {
  await addReminders(store, now());
  await store.outbox.removeSent(now() - KEEP_SENT);
  const opener = await channelOpener(store, config);
  try {
    return await deliverDue({
      outbox: store.outbox,
      open: opener.open,
      now,
      random: Math.random,
      newClaim: randomUUID,
      ...(signal !== undefined && { signal }),
      ...(onTry !== undefined && { onTry }),
    });
  } finally {
    await opener.close();
  }
}

async function addReminders(store: Store, now: number): Promise<void> {
  for (const project of await store.projects.list()) {
    const { rules } = rulesOf(project);
    if (rules.every(({ remind }) => remind.failing === null && remind.notVisited === null)) continue;
    const due = reminders(await siteHealth(store, project), rules, now);
    const rows = due.flatMap(({ rule, occasion }) =>
      planOutbox([occasion], { projectId: project.id, rules: [rule], now }),
    );
    if (rows.length > 0) await store.outbox.add(project.id, rows);
  }
}
