import { z } from 'zod';
import { durationPattern, parseDuration } from '../../../base/index.ts';
import { complain, duration, exactlyOne, oneWord, section, text, wanted } from '../../../config/index.ts';
import { cronProblem, type Schedule } from '../../schedule/schedule.ts';
import { zoneProblem } from './time-window.ts';

const MINUTE = 60_000;
const EVERY = 'every: 1h';
const WHAT = 'an interval (every 1h), or when due, or a map with "every" or "cron"';
const EXAMPLE = 'schedule: every 1h';

/** `every 1h` or `when due`. */
const inWords = z.string({ error: wanted(WHAT, EXAMPLE) }).transform((given, context): Schedule => {
  const words = given.trim().replace(/\s+/g, ' ');
  if (words === 'when due') return { kind: 'due', jitter: 0, missed: 'once' };
  const [, every = ''] = /^every (.+)$/.exec(words) ?? [];
  const interval = durationPattern(MINUTE).test(every) ? parseDuration(every, MINUTE) : null;
  if (interval !== null) return { kind: 'every', interval, jitter: 0, missed: 'once' };
  complain(
    context,
    [],
    `"${given}" is no schedule`,
    'write "every 1h" (a minute at least), "when due", or { cron: "0 8 * * 1-5", zone: Europe/Berlin }',
  );
  return z.NEVER;
});

const inDetail = section('a map', `{ ${EVERY} }`, {
  every: duration(EVERY, MINUTE).optional().describe('Time from one run to the next: a minute at least.'),
  cron: text('five fields as in cron', 'cron: "0 8 * * 1-5"')
    .optional()
    .describe('Minute, hour, day of the month, month, day of the week.'),
  zone: text('a time zone', 'zone: Europe/Berlin').optional().describe('Time zone of "cron".'),
  jitter: duration('jitter: 5m', 0)
    .optional()
    .describe('A run begins up to this much later, so that projects do not all begin at once. Default: 0ms.'),
  missed: oneWord(['once', 'skip'])
    .optional()
    .describe(
      'What happens when runs were missed: one run makes up for them (once), or none. Default: once.',
    ),
})
  .superRefine((value, context) => {
    exactlyOne(['every', 'cron'], value, context, `write ${EVERY}, or a "cron"`);
    const { cron, zone, every, jitter } = value;
    if (every !== undefined && zone !== undefined)
      complain(context, ['zone'], '"zone" goes with "cron"', 'leave it out');
    if (every !== undefined && jitter !== undefined && jitter >= every)
      complain(context, ['jitter'], 'the jitter is as long as the interval', 'make it shorter');
    if (cron === undefined || every !== undefined) return;
    const problem = cronProblem(cron);
    if (problem !== null)
      complain(context, ['cron'], `"${cron}" is no time: ${problem}`, 'write it as in "0 8 * * 1-5"');
    if (zone === undefined)
      complain(context, [], 'the time zone is missing', 'add zone: Europe/Berlin, or zone: UTC');
    const unknown = zone === undefined ? null : zoneProblem(zone, 'zone:');
    if (unknown !== null) complain(context, ['zone'], ...unknown);
  })
  .transform(({ every, cron = '', zone = 'UTC', jitter = 0, missed = 'once' }): Schedule => {
    const rest = { jitter, missed };
    return every === undefined
      ? { kind: 'cron', pattern: cron, zone, ...rest }
      : { kind: 'every', interval: every, ...rest };
  });

/** `every 1h`, `when due`, or a map. */
export const scheduleEntry = z.union([inWords, inDetail], { error: wanted(WHAT, EXAMPLE) });
