import { z } from 'zod';
import { DEFAULT_PATTERN, type RuleDefinition } from '../rules/rule-definition.ts';
import { age, size } from './amounts.ts';
import { comment, oneOrMore, oneWord, text, wholeNumber } from './plain-values.ts';
import { exactlyOne, section } from './section.ts';
import { glob, regex } from './url-pattern-entry.ts';
import { complain, wanted } from './wanted.ts';

const EXAMPLE = '- allow: /technology/';

/** From the least to the most, both included. */
function between<T extends z.ZodType>(value: () => T, example: string) {
  return section('a map with "min", "max" or both', example, {
    min: value().optional().describe('At least.'),
    max: value().optional().describe('At most.'),
  }).superRefine((limits, context) => {
    const { min, max } = limits as { readonly min?: unknown; readonly max?: unknown };
    if (min === undefined && max === undefined)
      complain(context, [], '"min" or "max" is missing here', `write ${example}`);
    if (typeof min === 'number' && typeof max === 'number' && min > max)
      complain(context, ['max'], '"max" is below "min"', 'exchange them');
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
    .describe('How long ago the page was changed, by its own word.'),
  query: section('a map with "with", "without" or both', '{ with: sort }', {
    with: parameters().optional().describe('Parameters, or name=value, that must all be there.'),
    without: parameters().optional().describe('Parameters, or name=value, of which none may be there.'),
  })
    .refine((query) => Object.keys(query).length > 0, {
      error: wanted('a map with "with", "without" or both', '{ with: sort }'),
    })
    .optional()
    .describe('Parameters of the address.'),
}).superRefine((value, context) => {
  if (Object.keys(value).length === 0)
    complain(context, [], 'a rule without a condition decides everything', 'write default: deny for that');
});

const match = () =>
  z.union([z.literal(DEFAULT_PATTERN), regex(), conditions], {
    error: wanted('a regular expression, or a map of conditions', '/technology/'),
  });

/** One rule of the file. `default: deny` is short for `deny: '**default**'`. */
export const ruleEntry = section('a rule: "allow", "deny" or "default" with what it is about', EXAMPLE, {
  allow: match().optional().describe('Pages that belong to the project.'),
  deny: match().optional().describe('Pages that do not.'),
  default: oneWord(['allow', 'deny']).optional().describe('What happens to all that no rule speaks of.'),
  name: text('a name', 'no print pages').optional().describe('Shown in reports.'),
  comment: comment(),
})
  .superRefine((rule, context) =>
    exactlyOne(['allow', 'deny', 'default'], rule, context, `begin the rule as in ${EXAMPLE}`),
  )
  .transform(({ default: other, ...rule }): RuleDefinition => {
    return other === undefined ? rule : { ...rule, [other]: DEFAULT_PATTERN };
  });
