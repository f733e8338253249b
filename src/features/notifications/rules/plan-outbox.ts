import { createHash } from 'node:crypto';
import type { Occasion, OccasionPlanner, ToldProject } from '../../../crawl/events/occasion.ts';
import { storedOccasion } from '../occasion/occasion.ts';
import type { NewOutboxRow } from '../tables/outbox.ts';
import { deliveryTime } from './delivery-time.ts';
import { type NotificationRule, notificationRules } from './notification-rule.ts';

/** Plans the rows of the outbox by the rules of a project. */
export function outboxPlanner({ projectId, notify, hasDetectors }: ToldProject): OccasionPlanner {
  const rules = notificationRules(notify, { hasDetectors });
  return { plan: (occasions, now) => ({ outbox: planOutbox(occasions, { projectId, rules, now }) }) };
}

interface OutboxPlan {
  readonly projectId: number;
  readonly rules: readonly NotificationRule[];
  readonly now: number;
}

/**
 * What is told, over which channel and when: the rows that are committed together with what they tell of
 * (`FeatureRows.outbox`). The same occasions always make the same rows.
 */
export function planOutbox(
  occasions: readonly Occasion[],
  { projectId, rules, now }: OutboxPlan,
): readonly NewOutboxRow[] {
  return rules.flatMap((rule) => {
    const wanted = occasions.filter((occasion) => isWanted(occasion, rule));
    if (wanted.length === 0) return [];
    const deliverAfter = deliveryTime(rule.when, rule.quiet, now);
    const isAtOnce = deliverAfter === now;
    return wanted.map((occasion) => ({
      id: rowId(projectId, occasion.key, rule.channel),
      occasion: occasion.key,
      channel: rule.channel,
      bundle: isAtOnce ? 'at once' : new Date(deliverAfter).toISOString(),
      told: storedOccasion(occasion),
      at: occasion.at,
      deliverAfter,
    }));
  });
}

function isWanted({ kind, detector }: Occasion, { events, detectors }: NotificationRule): boolean {
  if (kind === 'test') return true;
  if (!events.has(kind)) return false;
  return kind !== 'match' || detectors === null || (detector !== null && detectors.has(detector));
}

function rowId(projectId: number, occasion: string, channel: string): string {
  const text = JSON.stringify([projectId, occasion, channel]);
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
