import { randomUUID } from 'node:crypto';
import type { Config } from '../../config/index.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { Run } from '../../crawl/tables/run.ts';
import type { Store } from '../../database/store.ts';
import { channelOpener, rulesOf } from './channel-opener.ts';
import { type DeliveryCounts, deliverDue, type TriedDelivery } from './delivery/deliver.ts';
import { planOutbox } from './rules/plan-outbox.ts';
import { reminders, type SiteHealth } from './rules/reminders.ts';

interface SendOptions {
  readonly onTry?: (tried: TriedDelivery) => void;
  readonly signal?: AbortSignal;
  /** Default: the system's clock. */
  readonly now?: () => number;
  /** Whether to look for reminders, in all projects. Default: true. */
  readonly remind?: boolean;
}

/** How long sent messages stay in the outbox, in milliseconds. */
const KEEP_SENT = 90 * 86_400_000;

/** Adds the reminders that are due, sends everything in the outbox that is due now, and removes messages sent more than `KEEP_SENT` ago. */
export async function sendMessages(
  store: Store,
  config: Config,
  { onTry, signal, now = Date.now, remind = true }: SendOptions = {},
): Promise<DeliveryCounts> {
  if (remind) await addReminders(store, now());
  await forgetSent(store, now());
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

/** Whether a message is due now. */
export async function areMessagesDue({ outbox }: Pick<Store, 'outbox'>, now: number): Promise<boolean> {
  const { nextTry } = await outbox.unsent();
  return nextTry !== null && nextTry <= now;
}

/** Removes messages that were sent more than `KEEP_SENT` ago. */
export async function forgetSent({ outbox }: Pick<Store, 'outbox'>, now: number): Promise<void> {
  await outbox.removeSent(now - KEEP_SENT);
}

async function addReminders(store: Store, now: number): Promise<void> {
  for (const project of await store.projects.list()) {
    const { rules } = rulesOf(project);
    if (rules.every(({ remind }) => remind.failing === null && remind.notVisited === null)) continue;
    const due = reminders(await siteHealth(store, project), rules, now);
    const rows = due.flatMap(({ rule, notification }) =>
      planOutbox([notification], { projectId: project.id, rules: [rule], now }),
    );
    if (rows.length > 0) await store.outbox.add(project.id, rows);
  }
}

/** Only this many runs are read: of a longer series of failures, the start is the oldest run that was read. */
const MOST_RUNS = 100;

/** Whether the newest runs of a project could read anything at all. */
async function siteHealth(
  { runs, visits }: Pick<Store, 'runs' | 'visits'>,
  { id, name, startUrl }: Project,
): Promise<SiteHealth> {
  const ended = (await runs.list(id)).filter(({ state }) => state !== 'running').slice(0, MOST_RUNS);
  let failingSince: number | null = null;
  let reason = '';
  for (const run of ended) {
    const failure = await failureOf(visits, run);
    if (failure === null) break;
    failingSince = run.startedAt;
    if (reason === '') reason = failure;
  }
  return { project: name, url: startUrl, failingSince, reason, lastVisitAt: ended[0]?.startedAt ?? null };
}

/** Why a run read no page at all; null when it read one. */
async function failureOf(visits: Store['visits'], run: Run): Promise<string | null> {
  const totals = await visits.totals(run.id);
  if (totals.some(({ outcome, count }) => outcome === 'ok' && count > 0)) return null;
  const [first] = await visits.ofRun(run.id, { limit: 1 });
  return first?.errorMessage ?? run.pauseReason ?? 'no page could be read';
}
