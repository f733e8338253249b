// The maps of a project file, and how the schema says what it wants.
import { z } from 'zod';

/** What a place in the file takes. zod passes on only a string, so the example goes on its second line. */
export function wanted(what: string, example: string): () => string {
  return () => `${what}\n${example}`;
}

/** What `wanted` said, read back from the message of an issue. */
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

/** The first such sentence in an issue, with its hint; null when there is none. */
export function complaintIn(issue: z.core.$ZodIssue): string | null {
  const hint: unknown = issue.code === 'custom' ? issue.params?.['hint'] : undefined;
  if (typeof hint === 'string') return `${issue.message}; ${hint}`;
  if (issue.code !== 'invalid_union') return null;
  return issue.errors.flat().reduce<string | null>((found, inner) => found ?? complaintIn(inner), null);
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** A map of the file. Unknown keys are refused; the issue about them carries the known ones, to suggest one. */
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

/** zod's types are mutable, and have undefined for what is absent; a project, once read, has neither. */
export type Unchangeable<T> = T extends readonly (infer Item)[]
  ? readonly Unchangeable<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Unchangeable<Exclude<T[K], undefined>> }
    : T;
