import { z } from 'zod';
import { complain } from './wanted.ts';

type Shape = Readonly<Record<string, z.ZodType>>;

/** A map of the file. What it does not know is refused; its complaint carries the known keys, to suggest one of them. */
export function section<const S extends Shape>(what: string, example: string, shape: S) {
  const known = Object.keys(shape).join(' ');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? known : `${what}\n${example}`),
  });
}

/** A map with exactly one of several keys: the key says which kind of thing it is. */
export type OneOf<S extends Shape> = { [K in keyof S]: { readonly [P in K]: z.output<S[K]> } }[keyof S];

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
  if (given.length === 0) complain(context, [], `one of ${list(keys, 'or')} is missing here`, hint);
  const [, second] = given;
  if (second !== undefined)
    complain(context, [second], `only one of ${list(given, 'and')} can stand here`, 'keep one of them');
}

/** `"a", "b" or "c"`. */
export function list(words: readonly string[], last: 'or' | 'and'): string {
  const quoted = words.map((word) => `"${word}"`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1)}`;
}
