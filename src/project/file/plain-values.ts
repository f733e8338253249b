import { z } from 'zod';
import { wanted } from './wanted.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Text that says something. A number is text too, as in `user: 4711`; 007 is kept as it is written. */
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
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  const error = wanted(`a whole number ${range}`, example);
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

export function oneWord<const W extends readonly [string, ...string[]]>(words: W) {
  return z.enum(words, { error: wanted(`one of ${words.join(', ')}`, words.join(' or ')) });
}

/** One, or a list of them: always a list afterwards. */
export function oneOrMore<T extends z.ZodType>(item: T, what: string, example: string) {
  const error = wanted(what, example);
  return z
    .union([item, z.array(item, { error }).min(1, { error })], { error })
    .transform((value) => (Array.isArray(value) ? value : [value]) as z.output<T>[]);
}

export const comment = () => text('text', 'comment: Why this is so').optional().describe('For people.');
