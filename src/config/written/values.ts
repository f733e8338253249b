// The plain values of a project file: text, numbers, words, sizes, times.
import { z } from 'zod';
import {
  durationInWords,
  durationPattern,
  InputError,
  parseDuration,
  parseRate,
  parseSize,
  ratePattern,
  sizePattern,
} from '../../base/index.ts';

// The maps of a project file, and how the schema says what it wants.
/** The expected value at a location in the file. zod passes on only a string, so the example goes on its second line. */
export function wanted(what: string, example: string): () => string {
  return () => `${what}\n${example}`;
}

/** Reads back from the message of an issue what `wanted` wrote. */
export function readWanted(message: string): { readonly what: string; readonly example: string } {
  const [what = '', example = ''] = message.split('\n', 2);
  return { what, example };
}

/** Reports a problem in a full sentence, where `wanted` does not fit because more than one value is involved. */
export function complain(
  context: z.RefinementCtx,
  path: readonly (string | number)[],
  message: string,
  hint: string,
): void {
  context.addIssue({ code: 'custom', path: [...path], message, params: { hint }, continue: false });
}

/** Reports what a compiler rejects with an InputError. `hint` replaces the hint of the error. */
export function complainUnless(
  compile: () => unknown,
  context: z.RefinementCtx,
  hint: string,
  path: readonly (string | number)[] = [],
): void {
  try {
    compile();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    complain(context, path, error.reason, hint);
  }
}

/** The first such sentence in an issue, with its hint; null when there is none. */
export function complaintIn(issue: z.core.$ZodIssue): string | null {
  const hint: unknown = issue.code === 'custom' ? issue.params?.['hint'] : undefined;
  if (typeof hint === 'string') return `${issue.message}; ${hint}`;
  if (issue.code !== 'invalid_union') return null;
  return issue.errors.flat().reduce<string | null>((found, inner) => found ?? complaintIn(inner), null);
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** A map of the file. Rejects unknown keys; the issue lists the known keys, so that one can be suggested. */
export function section<const S extends Shape>(what: string, example: string, shape: S) {
  const known = Object.keys(shape).join(' ');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? known : `${what}\n${example}`),
  });
}

/** A map with exactly one of several keys: the key says which kind of thing it is. */
type OneOf<S extends Shape> = { [K in keyof S]: { readonly [P in K]: z.output<S[K]> } }[keyof S];

type AllOptional<S extends Shape> = { [K in keyof S]: z.ZodOptional<S[K]> };

/** `{ env: NAME }` or `{ file: path }`, never both. */
export function choice<const S extends Shape>(what: string, example: string, shape: S) {
  const keys = Object.keys(shape);
  const optional = Object.fromEntries(Object.entries(shape).map(([key, kind]) => [key, kind.optional()]));
  return section(what, example, optional as AllOptional<S>)
    .superRefine((value, context) => exactlyOne(keys, value, context, `write ${example}`))
    .transform((value) => value as OneOf<S>)
    .meta({ minProperties: 1, maxProperties: 1 });
}

/** Complains unless exactly one of the keys is there. */
export function exactlyOne(
  keys: readonly string[],
  value: object,
  context: z.RefinementCtx,
  hint: string,
): void {
  const given = keys.filter((key) => (value as Readonly<Record<string, unknown>>)[key] !== undefined);
  if (given.length === 0) complain(context, [], `${listInWords(keys, 'or')} is missing here`, hint);
  const [, second] = given;
  if (second !== undefined)
    complain(context, [second], `${listInWords(given, 'and')} cannot be used together`, 'keep one of them');
}

/** `"a", "b" or "c"`. */
export function listInWords(words: readonly string[], last: 'or' | 'and'): string {
  return joined(
    words.map((word) => `"${word}"`),
    last,
  );
}

/** `a, b or c`. */
export function joined(words: readonly string[], last: 'or' | 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** zod's types are mutable, and use undefined for absent values; a project, once read, is immutable and omits them. */
export type Unchangeable<T> = T extends readonly (infer Item)[]
  ? readonly Unchangeable<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Unchangeable<Exclude<T[K], undefined>> }
    : T;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Text that is not blank. A number is text too, as in `user: 4711`; 007 keeps its zeros. */
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

/** One item or a list of items; the result is always a list. */
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

/** Milliseconds: `500ms`, `90s`, `30 days`. A number without a unit is rejected, because it is ambiguous. */
export function duration(example: string, least = 1) {
  return time(example, least, 'ms, s, m, h or d');
}

/** A duration in the words that rules use, in whole seconds: `30 days`. */
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
