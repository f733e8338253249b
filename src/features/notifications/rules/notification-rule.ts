import { channelName } from '../../../crawl/projects/channel-addresses.ts';
import type {
  DigestTime,
  NotifyEntry,
  NotifyEvent,
  SecretReference,
  TemplatePart,
  TimeWindow,
} from '../../../project/index.ts';
import { notifyEvents, parseTemplate } from '../../../project/index.ts';

/** How long a failure, or a time without visits, lasts before a reminder is sent, in milliseconds; null for no reminder. */
interface ReminderTimes {
  readonly failing: number | null;
  readonly notVisited: number | null;
}

/** What is reported over one channel of a project, and when. */
export interface NotificationRule {
  /** Names the channel in the outbox. It never contains a secret. */
  readonly channel: string;
  readonly to: string | SecretReference;
  readonly token: SecretReference | null;
  readonly events: ReadonlySet<NotifyEvent>;
  /** Null for all. */
  readonly detectors: ReadonlySet<string> | null;
  readonly when: DigestTime;
  readonly quiet: readonly TimeWindow[];
  readonly cap: number;
  readonly remind: ReminderTimes;
  readonly template: NotificationTemplates;
}

/** Null for the default text. */
export interface NotificationTemplates {
  readonly subject: readonly TemplatePart[] | null;
  readonly text: readonly TemplatePart[] | null;
}

const DAY = 86_400_000;
const usualCap = 10;
const usualReminders: ReminderTimes = { failing: DAY, notVisited: 7 * DAY };

/** Default events of a project with detectors: its user does not want a notification of every change. */
const eventsWithDetectors: readonly NotifyEvent[] = ['match', 'failing', 'not visited'];

/** The rules of a project. Defaults fill in what an entry leaves out. */
export function notificationRules(
  entries: readonly NotifyEntry[],
  { hasDetectors }: { readonly hasDetectors: boolean },
): readonly NotificationRule[] {
  return entries.map((entry) => ({
    channel: channelName(entry),
    to: entry.to,
    token: entry.token ?? null,
    events: new Set(entry.events ?? (hasDetectors ? eventsWithDetectors : notifyEvents)),
    detectors: entry.detectors === undefined ? null : new Set(entry.detectors),
    when: entry.when ?? { every: 'change' },
    quiet: entry.quiet ?? [],
    cap: entry.cap ?? usualCap,
    remind: reminderTimes(entry.remind),
    template: {
      subject: entry.template?.subject === undefined ? null : parseTemplate(entry.template.subject),
      text: entry.template?.text === undefined ? null : parseTemplate(entry.template.text),
    },
  }));
}

function reminderTimes(given: NotifyEntry['remind']): ReminderTimes {
  if (given === false) return { failing: null, notVisited: null };
  return typeof given === 'object' ? { ...usualReminders, ...given } : usualReminders;
}
