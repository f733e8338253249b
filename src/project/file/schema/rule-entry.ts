import { z } from 'zod';
import {
  age,
  comment,
  complain,
  exactlyOne,
  oneOrMore,
  oneWord,
  section,
  size,
  text,
  wanted,
  wholeNumber,
} from '../../../config/index.ts';
import { DEFAULT_PATTERN, type RuleDefinition } from '../../rules/rule-definition.ts';
import { glob, regex } from './addresses.ts';

const EXAMPLE = '- allow: /technology/';

/** From `min` to `max`, both included. */
function between<T extends z.ZodType>(value: () => T, example: string) {
  return section('a map with "min", "max" or both', example, {
    min: value().optional().describe('At least.'),
    max: value().optional().describe('At most.'),
  }).superRefine((limits, context) => {
    const { min, max } = limits as { readonly min?: unknown; readonly max?: unknown };
    if (min === undefined && max === undefined)
      complain(context, [], '"min" or "max" is missing here', `write ${example}`);
    if (typeof min === 'number' && typeof max === 'number' && min > max)
      complain(context, ['max'], '"max" is below "min"', 'swap them');
  });
}

const parameters = () =>
  oneOrMore(
    text('the name of a query parameter, or name=value', 'sort'),
    'a query parameter or a list of them',
    'sort',
  );

const conditions = section('a map of conditions', '{ type: application/pdf }', {
  regex: regex().optional().describe('Regular expression, found anywhere in the address.'),
  glob: glob().optional().describe('Glob of the whole address.'),
  depth: between(() => wholeNumber(0, '3'), '{ min: 3 }')
    .optional()
    .describe('Links from the start of the step.'),
  type: oneOrMore(text('a content type', 'image/*'), 'a content type or a list of them', 'image/*')
    .optional()
    .describe('Content type of the answer.'),
  size: between(() => size('5M'), '{ min: 5M }')
    .optional()
    .describe('Size of the answer.'),
  age: between(() => age('30d'), '{ min: 30d }')
    .optional()
    .describe('Time since the page says it was last changed.'),
  query: section('a map with "with", "without" or both', '{ with: sort }', {
    with: parameters().optional().describe('Parameters, or name=value, that must all be there.'),
    without: parameters().optional().describe('Parameters, or name=value, that must not be there.'),
  })
    .refine((query) => Object.keys(query).length > 0, {
      error: wanted('a map with "with", "without" or both', '{ with: sort }'),
    })
    .optional()
    .describe('Parameters of the address.'),
}).superRefine((value, context) => {
  if (Object.keys(value).length === 0)
    complain(
      context,
      [],
      'this rule has no condition, so it would match every page',
      'to decide about all other pages, write default: deny',
    );
});

const match = () =>
  z.union([z.literal(DEFAULT_PATTERN), regex(), conditions], {
    error: wanted('a regular expression, or a map of conditions', '/technology/'),
  });

/** One rule of the file. `default: deny` is short for `deny: '**default**'`. */
export const ruleEntry = section('a rule that begins with "allow", "deny" or "default"', EXAMPLE, {
  allow: match().optional().describe('Pages that belong to the project.'),
  deny: match().optional().describe('Pages that do not.'),
  default: oneWord(['allow', 'deny']).optional().describe('What happens to every page that no rule matches.'),
  name: text('a name', 'no print pages').optional().describe('Shown in reports.'),
  comment: comment(),
})
  .superRefine((rule, context) =>
    exactlyOne(['allow', 'deny', 'default'], rule, context, `begin the rule as in ${EXAMPLE}`),
  )
  .transform(({ default: other, ...rule }): RuleDefinition => {
    return other === undefined ? rule : { ...rule, [other]: DEFAULT_PATTERN };
  });
