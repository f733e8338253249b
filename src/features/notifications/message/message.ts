import { moreInWords, type Notification } from '../../../crawl/events/notification.ts';
import { fillTemplate, parseTemplate, type TemplatePart } from '../../../project/index.ts';
import type { NotificationTemplates } from '../rules/notification-rule.ts';
import { changeInWords, notificationValues, siteOf } from './notification-words.ts';
import { cutText, type Line, oneLine, plain, type Span } from './renderings.ts';

/** What is sent over a channel: one notification, or several. */
export interface Message {
  /** The same for each try, so that a receiver recognises a repeated message. */
  readonly key: string;
  readonly project: string;
  /** The notifications that are shown, oldest first; never empty. */
  readonly notifications: readonly Notification[];
  /** How many notifications there are, shown or not. */
  readonly total: number;
  readonly templates: NotificationTemplates;
  /** When the message is sent. */
  readonly at: number;
}

/** Enough for every program that shows a subject; programs cut longer ones anyway. */
const LONGEST_SUBJECT = 140;

/** One line of plain text that names the site and the change. */
export function subjectOf(
  { notifications, total, project, templates }: Message,
  most = LONGEST_SUBJECT,
): string {
  const [first] = notifications;
  if (first === undefined) return project;
  const { subject } = templates;
  if (subject !== null && total === 1) {
    const pieces = fillTemplate(subject, notificationValues(first, most), plain);
    return cutText(oneLine(pieces.map(({ text }) => text).join('')), most);
  }
  const sites = new Set(notifications.map(siteOf));
  const site = sites.size === 1 ? siteOf(first) : project;
  if (total > 1) return cutText(oneLine(`${site}: ${total} changes, ${changeInWords(first)}`), most);
  const title = first.pageCount > 1 ? '' : oneLine(first.page.title);
  return cutText(oneLine(`${site}: ${changeInWords(first)}${title === '' ? '' : ` – ${title}`}`), most);
}

const change = parseTemplate(
  '{{place}}\n{{#before}}Before: {{before}}{{/before}}\n{{#after}}Now: {{after}}{{/after}}',
);
const circumstances = parseTemplate(
  '{{reason}}\n{{since}}\n{{url}}\n{{#pages}}Also on {{pages}}{{/pages}}\n{{link}}',
);
/** Only among several notifications: the subject says it of a single one. */
const name = parseTemplate('{{change}}{{#title}} – {{title}}{{/title}}');

/**
 * A paragraph for each notification. `most` limits the text before and the text after each change, `mostChanges` the changes of a
 * page that are shown; the rest is counted.
 */
export function paragraphsOf(
  { notifications, total, templates }: Message,
  most: number,
  mostChanges = Number.POSITIVE_INFINITY,
): readonly (readonly Line[])[] {
  const { text } = templates;
  if (text !== null) return notifications.map((notification) => filled(text, notification, most));
  return notifications.map((notification) => {
    const [first, ...others] = changesOf(notification);
    const shown = first === undefined ? [notification] : [first, ...others].slice(0, mostChanges);
    const left = (notification.changes?.length ?? 1) - shown.length + (notification.moreChanges ?? 0);
    const last =
      notification.changes === undefined ? notification : { ...notification, reason: moreInWords(left) };
    return [
      ...(total === 1 ? [] : filled(name, notification, most)),
      ...shown.flatMap((one, place) => [...(place === 0 ? [] : [[]]), ...filled(change, one, most)]),
      ...(shown.length > 1 ? [[]] : []),
      ...filled(circumstances, last, most),
    ];
  });
}

/** A notification for each change of its page that has words. */
const changesOf = (notification: Notification): readonly Notification[] =>
  (notification.changes ?? []).flatMap(({ words, place }) =>
    words.length === 0 ? [] : [{ ...notification, words, place }],
  );

const filled = (
  template: readonly TemplatePart[],
  notification: Notification,
  most: number,
): readonly Line[] =>
  linesOf(fillTemplate(template, notificationValues(notification, most), plain)).filter(
    (line) => line.length > 0,
  );

/** Splits at line breaks. All of them come from the template: a value never contains one. */
function linesOf(spans: readonly Span[]): readonly Line[] {
  const lines: Span[][] = [[]];
  for (const span of spans) {
    const [first = '', ...others] = span.text.split('\n');
    if (first !== '') lines.at(-1)?.push({ ...span, text: first });
    for (const text of others) lines.push(text === '' ? [] : [{ ...span, text }]);
  }
  return lines;
}

/** Limits on the text of a notification, tried in this order; then on the changes of each page. */
const wordLimits = [1200, 400, 160, 60] as const;
const changeLimits = [6, 3, 1] as const;

/**
 * The text of a message, as much of it as a service accepts: first shortens the texts, then leaves out changes of pages, then notifications,
 * and counts them: "and 40 more". Empty when not even one notification fits.
 */
export function fittingText(
  message: Message,
  render: (paragraphs: readonly (readonly Line[])[]) => string,
  fits: (text: string) => boolean,
): string {
  const text = (most: number, shown: number, changes?: number) =>
    render([...paragraphsOf(message, most, changes).slice(0, shown), ...moreThan(message.total - shown)]);
  const all = message.notifications.length;
  for (const most of wordLimits) {
    const whole = text(most, all);
    if (fits(whole)) return whole;
  }
  for (const changes of changeLimits) {
    const part = text(wordLimits[2], all, changes);
    if (fits(part)) return part;
  }
  for (let shown = all; shown > 0; shown--) {
    const part = text(wordLimits[3], shown, 1);
    if (fits(part)) return part;
  }
  return '';
}

export const moreThan = (left: number): readonly (readonly Line[])[] =>
  left > 0 ? [[[plain(`and ${left} more`)]]] : [];
