import { z } from 'zod';
import { InputError } from '../base/index.ts';
import { complain, listInWords, section, text } from '../config/index.ts';
import { type AnyKind, detectorKinds } from './kinds/kinds.ts';
import type { ConditionEntry } from './model/detector-kind.ts';

const EXAMPLE = '- words: [virus, flu]';

type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * The schema of a detector: one of the kinds, or a condition in the short form, plus the keys of `more`. It converts `when:
 * price < 30` to the long form, so that no other code needs to know the short form.
 */
export function detectorSchema<const S extends Shape>(more: S, kinds: readonly AnyKind[] = detectorKinds) {
  const condition: z.ZodType<ConditionEntry> = z.lazy(() => entry('a condition', kindShape(), kinds));
  const kindShape = (): Shape => ({
    ...Object.fromEntries(kinds.map((kind) => [kind.key, kind.schema(condition).optional()])),
    when: text('a condition', 'when: price < 30')
      .optional()
      .describe('A condition in short: price < 30, "bird flu", virus near flu.'),
  });
  return entry('a detector', { ...more, ...kindShape() }, kinds) as unknown as z.ZodType<
    z.output<z.ZodObject<S>> & ConditionEntry
  >;
}

function entry(what: string, shape: Shape, kinds: readonly AnyKind[]) {
  const keys = ['when', ...kinds.map(({ key }) => key)];
  return section(what, EXAMPLE, shape).transform((given, context): ConditionEntry => {
    const value = given as ConditionEntry;
    const used = keys.filter((key) => value[key] !== undefined);
    const exclusive = used.filter((key) => !['all', 'any', 'none'].includes(key));
    if (used.length === 0)
      complain(
        context,
        [],
        `${what} must say what to look for`,
        `write one of ${listInWords(keys, 'or')}, as in ${EXAMPLE}`,
      );
    if (exclusive.length > 1)
      complain(
        context,
        [exclusive[1] ?? ''],
        `${listInWords(exclusive, 'and')} cannot be used together`,
        'write them as a list under "all" or "any"',
      );
    return withoutShortForm(value, context);
  });
}

function withoutShortForm(value: ConditionEntry, context: z.RefinementCtx): ConditionEntry {
  const { when, ...others } = value;
  if (typeof when !== 'string') return others;
  try {
    return { ...others, ...parseTerse(when) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    complain(context, ['when'], error.reason, error.hint ?? '');
    return others;
  }
}

const forms = 'price < 30, "bird flu", virus near flu, virus flu, /CVE-\\d+/, any change, page missing';

/** How many words may lie between words that are "near" each other. */
const usualDistance = 5;

const number = String.raw`-?[\d.,' ]*\d`;
const comparison = /^(.*?)\s*(<|>|below|above|under|over)\s*(\S.*)$/i;
const changing = new RegExp(String.raw`^(.*?)\s+(changes|rises|falls)\s+by\s+(${number})\s*(%?)$`, 'i');

/** The readers of the short forms. The first one that fits decides. */
const readers: readonly ((text: string) => ConditionEntry | null)[] = [
  (text) => (/^(?:any change|changes?)$/i.test(text) ? { change: 'any' } : null),
  (text) => {
    const event = /^(?:page\s+(?:is\s+)?)?(new|missing|gone|back|failing)(?:\s+page)?$/i
      .exec(text)?.[1]
      ?.toLowerCase();
    return event === undefined ? null : { page: [event === 'gone' ? 'missing' : event] };
  },
  (text) => {
    const pattern = /^\/(.+)\/$/.exec(text)?.[1];
    return pattern === undefined ? null : { pattern };
  },
  (text) => {
    const phrase = /^["“](.+)["”]$/.exec(text)?.[1];
    return phrase === undefined || /["“”]/.test(phrase) ? null : { phrase };
  },
  (text) => {
    const [, name, verb = '', size, percent] = changing.exec(text) ?? [];
    if (name === undefined || size === undefined) return null;
    const key = `${verb.toLowerCase()}By`;
    return { number: { ...named(name), [key]: percent === '%' ? `${limitIn(size)}%` : limitIn(size) } };
  },
  (text) => {
    const [, name, sign = '', limit] = comparison.exec(text) ?? [];
    if (name === undefined || limit === undefined) return null;
    if (name === '')
      throw new InputError({ reason: `"${text}" does not say which number`, hint: `write price ${text}` });
    const key = /^(?:<|below|under)$/i.test(sign) ? 'below' : 'above';
    return { number: { ...named(name), [key]: limitIn(limit) } };
  },
  (text) => {
    const [, before, distance] = /^(.*\snear\s.*?)(?:\s+within\s+(\d+))?$/i.exec(text) ?? [];
    if (before === undefined) return null;
    const words = before.split(/\s+near\s+/i).map((word) => word.trim());
    return { close: { words, within: distance === undefined ? usualDistance : Number(distance) } };
  },
];

/**
 * A condition in the short form of the command line: `price < 30`, `"bird flu"`, `virus near flu`. Throws InputError,
 * whose hint says what can be written.
 */
export function parseTerse(written: string): ConditionEntry {
  const text = written.trim();
  const hint = `write one such as ${forms}`;
  if (text === '') throw new InputError({ reason: 'the condition is empty', hint });
  for (const read of readers) {
    const found = read(text);
    if (found !== null) return found;
  }
  const words = text.split(/[\s,]+/);
  const odd = words.find((word) => !/[\p{L}\p{N}]/u.test(word));
  if (odd !== undefined) throw new InputError({ reason: `"${text}" is not understood at ${odd}`, hint });
  return { words };
}

/** `.price` and `#total` are selectors, all else are words beside the number. */
function named(name: string): ConditionEntry {
  return /^[.#[]/.test(name) ? { selector: name } : { beside: name.split(/\s+/) };
}

function limitIn(written: string): number {
  const plain = written.replace(/^\p{Sc}\s*|\s*(?:\p{Sc}|[a-zł]{1,3})$/giu, '').trim();
  const value = /^-?\d+(?:[.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : Number(plain);
  if (plain === '' || Number.isNaN(value))
    throw new InputError({
      reason: `"${written}" is not a number`,
      hint: 'write it with digits, as in 30 or 29.90',
    });
  return value;
}
