// The plain values of a project file: text, numbers, words, sizes, times.
import { z } from 'zod';
import {
  durationInWords,
  durationPattern,
  parseDuration,
  parseRate,
  parseSize,
  ratePattern,
  sizePattern,
} from '../../base/index.ts';
import { joined, wanted } from './section.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Text that is not blank. A number is text too, as in `user: 4711`; 007 stays as it is written. */
export function text(what: string, example: string) {
  const error = wanted(what, example);
  return z
    .union([z.string(), z.number()], { error })
    .transform(String)
    .refine((value) => value.trim() !== '' && !CONTROL.test(value), { error });
}

/** `yes` and `no` as people write them; YAML 1.2 itself knows only true and false. */
export function yesNo(example: string) {
  const error = wanted('yes or no', example);
  return z
    .union([z.boolean(), z.enum(['yes', 'no'])], { error })
    .transform((value) => value === true || value === 'yes');
}

export function wholeNumber(least: number, example: string, most = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  const error = wanted(`a whole number ${range}`, example);
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

export function oneWord<const W extends readonly [string, ...string[]]>(words: W) {
  const choices = joined(words, 'or');
  return z.enum(words, { error: wanted(choices, choices) });
}

/** One, or a list of them: always a list afterwards. */
export function oneOrMore<T extends z.ZodType>(item: T, what: string, example: string) {
  const error = wanted(what, example);
  return z
    .union([item, z.array(item, { error }).min(1, { error })], { error })
    .transform((value) => (Array.isArray(value) ? value : [value]) as z.output<T>[]);
}

export const comment = () => text('text', 'comment: Why this is so').optional().describe('For people.');

/** Bytes: `200k`, `1.5M`, `5 MB`, or a plain number. */
export function size(example: string) {
  const error = wanted('a size above 0', example);
  return bytesOr(z.string({ error }).regex(sizePattern(), { error }), error).transform(
    (value) => parseSize(value) ?? 0,
  );
}

/** Bytes per second: a size, with or without `/s`. */
export function rate(example: string) {
  const error = wanted('a size per second above 0', example);
  return bytesOr(z.string({ error }).regex(ratePattern(), { error }), error).transform(
    (value) => parseRate(value) ?? 0,
  );
}

function bytesOr(written: z.ZodString, error: () => string) {
  return z.union([z.number({ error }).int({ error }).min(1, { error }), written], { error });
}

/** Milliseconds: `500ms`, `90s`, `30 days`. A number without a unit is refused, because people mean different ones. */
export function duration(example: string, least = 1) {
  return time(example, least, 'ms, s, m, h or d');
}

/** A time as the rules have it, in words and in whole seconds: `30 days`. */
export function age(example: string) {
  return time(example, 1000, 's, m, h or d').transform(durationInWords);
}

function time(example: string, least: number, units: string) {
  const error = wanted(`a time with a unit (${units})`, example);
  return z
    .string({ error })
    .regex(durationPattern(least), { error })
    .transform((value) => parseDuration(value, least) ?? 0);
}
