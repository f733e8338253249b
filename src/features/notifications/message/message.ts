import type { Notification } from '../../../crawl/events/notification.ts';
import { fillTemplate, parseTemplate } from '../../../project/index.ts';
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

const details = `{{place}}
{{#before}}Before: {{before}}{{/before}}
{{#after}}Now: {{after}}{{/after}}
{{reason}}
{{since}}
{{url}}
{{#pages}}Also on {{pages}}{{/pages}}
{{link}}`;

/** For the only change of a message: the subject already says what happened. */
const alone = parseTemplate(details);
const listed = parseTemplate(`{{change}}{{#title}} – {{title}}{{/title}}\n${details}`);

/** A paragraph for each notification. `most` limits the text before and the text after the change, each. */
export function paragraphsOf(
  { notifications, total, templates }: Message,
  most: number,
): readonly (readonly Line[])[] {
  const template = templates.text ?? (total === 1 ? alone : listed);
  return notifications.map((notification) =>
    linesOf(fillTemplate(template, notificationValues(notification, most), plain)).filter(
      (line) => line.length > 0,
    ),
  );
}

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

/** Limits on the text of a notification, tried in this order. */
const wordLimits = [1200, 400, 160, 60] as const;

/**
 * The text of a message, as much of it as a service accepts: first shortens the texts, then leaves out notifications and
 * counts them: "and 40 more". Empty when not even one notification fits.
 */
export function fittingText(
  message: Message,
  render: (paragraphs: readonly (readonly Line[])[]) => string,
  fits: (text: string) => boolean,
): string {
  const text = (most: number, shown: number) =>
    render([...paragraphsOf(message, most).slice(0, shown), ...moreThan(message.total - shown)]);
  const all = message.notifications.length;
  for (const most of wordLimits) {
    const whole = text(most, all);
    if (fits(whole)) return whole;
  }
  for (let shown = all - 1; shown > 0; shown--) {
    const part = text(wordLimits[3], shown);
    if (fits(part)) return part;
  }
  return '';
}

export const moreThan = (left: number): readonly (readonly Line[])[] =>
  left > 0 ? [[[plain(`and ${left} more`)]]] : [];
