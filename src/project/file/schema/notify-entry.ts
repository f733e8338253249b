import { z } from 'zod';
import {
  comment,
  complain,
  complainUnless,
  duration,
  joined,
  oneOrMore,
  oneWord,
  section,
  text,
  type Unchangeable,
  wanted,
  wholeNumber,
  yesNo,
} from '../../../config/index.ts';
import { parseTemplate } from '../../notify/message-template.ts';
import { nearestWord } from '../did-you-mean.ts';
import { asAddress } from './addresses.ts';
import { secretReference, textOrSecret } from './secret-reference.ts';
import {
  type DigestTime,
  isTimeOfDay,
  readDigestTime,
  timeWindow,
  type Weekday,
  WINDOW_EXAMPLE,
  weekdays,
  zoneProblem,
} from './time-window.ts';

const ADDRESS = 'mailto:me@example.org';
const WHEN = 'daily at 08:00 Europe/Berlin';

/** What can happen to a page, or to the watching itself. */
export const notifyEvents = ['match', 'changed', 'new', 'missing', 'back', 'failing', 'not visited'] as const;

export type NotifyEvent = (typeof notifyEvents)[number];

const looksLikeAddress = (value: unknown, context: z.RefinementCtx): void => {
  if (typeof value !== 'string' || /^[a-z][a-z0-9+.-]*:/i.test(value)) return;
  const hint = /^[^\s@]+@[^\s@]+$/.test(value)
    ? `write mailto:${value}`
    : `write an address such as ${ADDRESS} or https://example.org/hook`;
  complain(context, [], 'this is not the address of a channel', hint);
};

const address = asAddress(textOrSecret('the address of a channel', ADDRESS)).superRefine(looksLikeAddress);
const plainAddress = asAddress(text('the address of a channel', ADDRESS)).superRefine(looksLikeAddress);

const whenError = wanted('at once, hourly, or a time of the day or week with a time zone', WHEN);
const when = z.string({ error: whenError }).transform((given, context): DigestTime => {
  const read = readDigestTime(given);
  const refuse = (message: string, hint: string) => {
    complain(context, [], message, hint);
    return z.NEVER;
  };
  if (read === null)
    return refuse(
      `"${given}" is not a time for messages`,
      `write at once, hourly, ${WHEN}, or weekly on monday at 08:00 Europe/Berlin`,
    );
  if ('every' in read) return read;
  const { on, at, zone } = read;
  if (on !== null && !isWeekday(on)) {
    const near = nearestWord(on, weekdays);
    return refuse(
      `"${on}" is not a day of the week`,
      near === null ? `write ${joined(weekdays, 'or')}` : `did you mean "${near}"?`,
    );
  }
  if (!isTimeOfDay(at)) return refuse(`${at} is not a time of day`, 'write a time from 00:00 to 23:59');
  const problem = zoneProblem(zone, `at ${at}`);
  if (problem !== null) return refuse(...problem);
  return on === null ? { every: 'day', at, zone } : { every: 'week', on, at, zone };
});

const isWeekday = (word: string): word is Weekday => (weekdays as readonly string[]).includes(word);

const template = (what: string, example: string) =>
  text(what, example).superRefine((value, context) =>
    complainUnless(() => parseTemplate(value), context, `write a template such as ${example}`),
  );

const remind = z.union(
  [
    yesNo('remind: no'),
    section('how long to wait with a reminder', '{ failing: 1d }', {
      failing: duration('failing: 1d', 60_000)
        .optional()
        .describe('Remind when nothing of the site could be read for this long. Default: 1d.'),
      notVisited: duration('notVisited: 7d', 60_000)
        .optional()
        .describe('Remind when the site was not visited for this long. Default: 7d.'),
    }),
  ],
  { error: wanted('yes, no, or how long to wait with a reminder', '{ failing: 1d }') },
);

const entry = section('a channel and what it reports', `- to: ${ADDRESS}`, {
  to: address.describe('Where messages go: mailto:, https:, slack:, telegram: and so on, or a secret.'),
  name: text('a name for the channel', 'name: team')
    .optional()
    .describe('Shown in lists. Default: the address.'),
  token: secretReference
    .optional()
    .describe('Where the token of the service is kept, or the key that signs a webhook.'),
  events: oneOrMore(oneWord(notifyEvents), 'an event, or a list of events', '[match, missing]')
    .optional()
    .describe('What is reported. Default: all; in a project with detectors match, failing and not visited.'),
  detectors: oneOrMore(text('the name of a detector', 'cheap'), 'names of detectors', '[cheap]')
    .optional()
    .describe('Only matches of these detectors. Default: of all.'),
  when: when.optional().describe('At once, or collected: hourly, daily or weekly. Default: at once.'),
  quiet: oneOrMore(timeWindow, 'a time of day with a time zone, or a list of them', WINDOW_EXAMPLE)
    .optional()
    .describe('Parts of the day in which nothing is sent; it goes out afterwards, in one message.'),
  cap: wholeNumber(1, 'cap: 10', 100)
    .optional()
    .describe('The most changes that one message shows; it counts the others. Default: 10.'),
  remind: remind.optional().describe('Reminders when watching itself has stopped. Default: yes.'),
  template: section('a template', "{ subject: '{{site}}: {{change}}' }", {
    subject: template('a template', "'{{site}}: {{change}}'").optional().describe('The subject, or title.'),
    text: template('a template', "'{{change}} {{link}}'")
      .optional()
      .describe('What is said about each change.'),
  })
    .optional()
    .describe('Other words than the usual ones.'),
  comment: comment(),
});

/** `- mailto:me@example.org` is short for `- to: mailto:me@example.org`. */
export const notifyEntry = z
  .union([plainAddress, entry], {
    error: wanted('an address, or a channel and what it reports', ADDRESS),
  })
  .transform((given) => (typeof given === 'string' ? { to: given } : given));

export type NotifyEntry = Unchangeable<z.output<typeof entry>>;

/** The keys of an entry, to say where they belong. */
export const notifyKeys: readonly string[] = Object.keys(entry.shape);
