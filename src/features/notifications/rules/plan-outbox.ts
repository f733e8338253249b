import { createHash } from 'node:crypto';
import type {
  Occasion,
  OccasionPage,
  OccasionPlanner,
  ReportedProject,
} from '../../../crawl/events/occasion.ts';
import type { WordChange } from '../../../track/index.ts';
import type { NewOutboxRow } from '../tables/outbox.ts';
import { deliveryTime } from './delivery-time.ts';
import { type NotificationRule, notificationRules } from './notification-rule.ts';

/** Plans the rows of the outbox by the rules of a project. */
export function outboxPlanner({ projectId, notify, hasDetectors }: ReportedProject): OccasionPlanner {
  const rules = notificationRules(notify, { hasDetectors });
  return { plan: (occasions, now) => ({ outbox: planOutbox(occasions, { projectId, rules, now }) }) };
}

interface OutboxPlan {
  readonly projectId: number;
  readonly rules: readonly NotificationRule[];
  readonly now: number;
}

/**
 * What is reported, over which channel and when: the rows that are committed together with what they tell of
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

/** Longer texts are cut where they are stored: a message never shows more. */
const MOST_CHARACTERS = 4000;
const MOST_PAGES = 50;

/** The occasion as it is stored: bounded, whatever a page contains. */
function storedOccasion(occasion: Occasion): string {
  return JSON.stringify({
    ...occasion,
    page: bounded(occasion.page),
    otherPages: occasion.otherPages.slice(0, MOST_PAGES).map(bounded),
    words: boundedWords(occasion.words),
    ...(occasion.changes !== undefined && {
      changes: occasion.changes.map((change) => ({
        ...change,
        words: boundedWords(change.words, MOST_CHARACTERS / 4),
        place: change.place.slice(0, MOST_CHARACTERS),
      })),
    }),
    place: occasion.place.slice(0, MOST_CHARACTERS),
    reason: occasion.reason.slice(0, MOST_CHARACTERS),
  });
}

export const readOccasion = (stored: string): Occasion => JSON.parse(stored) as Occasion;

const bounded = ({ id, url, title }: OccasionPage): OccasionPage => ({
  id,
  url: url.slice(0, MOST_CHARACTERS),
  title: title.slice(0, MOST_CHARACTERS),
});

/** Words that changed count first: of what stayed the same, only the surroundings are needed. */
function boundedWords(words: readonly WordChange[], longest = MOST_CHARACTERS): readonly WordChange[] {
  const kept: WordChange[] = [];
  let left = longest * 2;
  for (const { kind, text } of words) {
    if (left <= 0) break;
    const most = Math.min(left, kind === 'same' ? longest / 8 : longest);
    const shown = text.length <= most ? text : shortened(text, most, kept.length === 0);
    kept.push({ kind, text: shown });
    left -= shown.length;
  }
  return kept;
}

/** The end of a long beginning, the beginning of anything else that is long. */
const shortened = (text: string, most: number, isFirst: boolean): string =>
  isFirst ? `… ${text.slice(-most)}` : `${text.slice(0, most)} …`;
