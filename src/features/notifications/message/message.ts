import type { Occasion } from '../../../crawl/events/occasion.ts';
import { fillTemplate, parseTemplate } from '../../../project/index.ts';
import type { NotificationTemplates } from '../rules/notification-rule.ts';
import { changeInWords, occasionValues, siteOf } from './occasion-words.ts';
import { cutText, type Line, oneLine, plain, type Span } from './renderings.ts';

/** What is sent over a channel: one occasion, or several. */
export interface Notification {
  /** The same for each try, so that a receiver can tell a repetition from news. */
  readonly key: string;
  readonly project: string;
  /** Those that are shown, oldest first; never empty. */
  readonly occasions: readonly Occasion[];
  /** How many there are, shown or not. */
  readonly total: number;
  readonly templates: NotificationTemplates;
  /** When it is sent. */
  readonly at: number;
}

/** Enough for every place that shows a subject; longer ones are cut there anyway. */
const LONGEST_SUBJECT = 140;

/** One line of plain text that names the site and the change. */
export function subjectOf(
  { occasions, total, project, templates }: Notification,
  most = LONGEST_SUBJECT,
): string {
  const [first] = occasions;
  if (first === undefined) return project;
  const { subject } = templates;
  if (subject !== null && total === 1) {
    const pieces = fillTemplate(subject, occasionValues(first, most), plain);
    return cutText(oneLine(pieces.map(({ text }) => text).join('')), most);
  }
  const sites = new Set(occasions.map(siteOf));
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

/** For the only change of a notification: its subject says already what happened. */
const alone = parseTemplate(details);
const listed = parseTemplate(`{{change}}{{#title}} – {{title}}{{/title}}\n${details}`);

/** A paragraph for each occasion. `most` bounds the words before and after, each. */
export function paragraphsOf(
  { occasions, total, templates }: Notification,
  most: number,
): readonly (readonly Line[])[] {
  const template = templates.text ?? (total === 1 ? alone : listed);
  return occasions.map((occasion) =>
    linesOf(fillTemplate(template, occasionValues(occasion, most), plain)).filter((line) => line.length > 0),
  );
}

/** Only a template has line breaks: values are on one line each. */
function linesOf(spans: readonly Span[]): readonly Line[] {
  const lines: Span[][] = [[]];
  for (const span of spans) {
    const [first = '', ...others] = span.text.split('\n');
    if (first !== '') lines.at(-1)?.push({ ...span, text: first });
    for (const text of others) lines.push(text === '' ? [] : [{ ...span, text }]);
  }
  return lines;
}

/** Tried in this order. */
const wordLimits = [1200, 400, 160, 60] as const;

/**
 * The text of a notification, as much of it as a service takes: fewer words first, then fewer occasions. What is left out is
 * counted: "and 40 more". Empty when not even one occasion fits.
 */
export function fittingText(
  notification: Notification,
  render: (paragraphs: readonly (readonly Line[])[]) => string,
  fits: (text: string) => boolean,
): string {
  const text = (most: number, shown: number) =>
    render([...paragraphsOf(notification, most).slice(0, shown), ...moreThan(notification.total - shown)]);
  const all = notification.occasions.length;
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
