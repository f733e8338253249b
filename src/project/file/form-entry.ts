import { z } from 'zod';
import { comment, oneOrMore, text } from './plain-values.ts';
import { textOrSecret } from './secret-reference.ts';
import { section } from './section.ts';
import type { Unchangeable } from './unchangeable.ts';
import { complain, wanted } from './wanted.ts';

const EXAMPLE = '{ fill: { q: tides } }';
const one = () => textOrSecret('text', 'tides');

const together = section('several values at once', '{ all: [a, b] }', {
  all: z
    .array(one(), { error: wanted('a list of values', '[a, b]') })
    .min(1, { error: wanted('a list of values', '[a, b]') })
    .describe('All of them at once: several boxes, or several lines of a list.'),
});

/** What is put into one field. */
const fieldValue = z.union(
  [
    z.boolean(),
    one(),
    z
      .array(one(), { error: wanted('a list of values', '[tides, moon]') })
      .min(1, { error: wanted('a list with at least one value', '[tides, moon]') }),
    together,
  ],
  {
    error: wanted('text, yes or no (true, false), a secret, or a list for one run per value', 'q: tides'),
  },
);

/** Text, a secret; `true` and `false` for a box; a list for one run per value; `{ all: [...] }` for several at once. */
export type FieldValue = Unchangeable<z.output<typeof fieldValue>>;

const findForm = section('how the form is found', '{ id: search }', {
  action: text('where the form leads', '/search').optional().describe('Where the form leads.'),
  name: text('the name of the form', 'search').optional().describe('Its name.'),
  id: text('the id of the form', 'search').optional().describe('Its id.'),
  fields: oneOrMore(text('the name of a field', 'q'), 'names of fields', '[q, board]')
    .optional()
    .describe('Fields that it contains, all of them.'),
}).refine((found) => Object.keys(found).length > 0, {
  error: wanted('at least one of action, name, id, fields', '{ id: search }'),
});

/** Fields of the form by name. */
const fill = z.record(z.string(), fieldValue, {
  error: wanted('a map of fields and their values', '{ q: tides }'),
});

export const formEntry = section('a form', EXAMPLE, {
  find: findForm
    .optional()
    .describe('Which form of the page. Without it: the one that has all the fields to fill.'),
  fill: fill.optional().describe('What to write into which field. Everything else stays as the page has it.'),
  submit: text('the name, value or text of a button', 'Search')
    .optional()
    .describe('The button to press, by its name, value or text. Without it: the first.'),
  comment: comment(),
}).superRefine((form, context) => {
  if (form.find === undefined && Object.keys(form.fill ?? {}).length === 0)
    complain(
      context,
      [],
      'nothing says which form is meant',
      `write what to fill, as in ${EXAMPLE}, or find: { id: search }`,
    );
});

export type FormEntry = Unchangeable<z.output<typeof formEntry>>;

/** Fields for which the form is sent once per value. */
export function listedFields({ fill = {} }: FormEntry): readonly string[] {
  return Object.entries(fill).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
}
