import { z } from 'zod';
import { complain, listInWords, section, text } from '../config/index.ts';
import { type AnyKind, detectorKinds } from './kinds/kinds.ts';
import type { ConditionEntry } from './model/detector-definition.ts';
import { parseTerse } from './terse/parse-terse.ts';

const EXAMPLE = '- words: [virus, flu]';

type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * The schema of a detector: one of the kinds, or a condition in the short form, and the keys of `more` that a detector has besides.
 * `when: price < 30` is read as what it means, so that nobody else has to know the short form.
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
    if (!(error instanceof SyntaxError)) throw error;
    const [message = '', hint = ''] = error.message.split(/: (?=write )/, 2);
    complain(context, ['when'], message, hint);
    return others;
  }
}
