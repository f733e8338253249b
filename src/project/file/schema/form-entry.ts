import { z } from 'zod';
import {
  comment,
  complain,
  oneOrMore,
  section,
  text,
  type Unchangeable,
  wanted,
} from '../../../config/index.ts';
import { textOrSecret } from './secret-reference.ts';

const EXAMPLE = '{ fill: { q: tides } }';
const oneValue = () => textOrSecret('text', 'tides');

const severalAtOnce = section('several values at once', '{ all: [a, b] }', {
  all: z
    .array(oneValue(), { error: wanted('a list of values', '[a, b]') })
    .min(1, { error: wanted('a list of values', '[a, b]') })
    .describe('All of them at once: several boxes, or several lines of a list.'),
});

/** What is put into one field. */
const fieldValue = z.union(
  [
    z.boolean(),
    oneValue(),
    z
      .array(oneValue(), { error: wanted('a list of values', '[tides, moon]') })
      .min(1, { error: wanted('a list with at least one value', '[tides, moon]') }),
    severalAtOnce,
  ],
  {
    error: wanted('text, true or false, a secret, or a list with one value for each run', 'q: tides'),
  },
);

/** Text or a secret; `true` or `false` for a box; a list for one run per value; `{ all: [...] }` for several at once. */
export type FieldValue = Unchangeable<z.output<typeof fieldValue>>;

const findForm = section('how to find the form', '{ id: search }', {
  action: text('where the form leads', '/search').optional().describe('Where the form leads.'),
  name: text('the name of the form', 'search').optional().describe('Its name.'),
  id: text('the id of the form', 'search').optional().describe('Its id.'),
  fields: oneOrMore(text('the name of a field', 'q'), 'names of fields', '[q, board]')
    .optional()
    .describe('Fields that it contains, all of them.'),
}).refine((found) => Object.keys(found).length > 0, {
  error: wanted('a map with at least one of action, name, id and fields', '{ id: search }'),
});

/** Fields of the form by name. */
const fill = z.record(z.string(), fieldValue, {
  error: wanted('a map of fields and their values', '{ q: tides }'),
});

export const formEntry = section('a form', EXAMPLE, {
  find: findForm
    .optional()
    .describe('Which form of the page. Without it: the one that has all the fields to fill in.'),
  fill: fill.optional().describe('What to write into which field. All other fields keep their values.'),
  submit: text('the name, value or text of a button', 'Search')
    .optional()
    .describe('The button to press, by its name, value or text. Without it: the first.'),
  comment: comment(),
}).superRefine((form, context) => {
  if (form.find === undefined && Object.keys(form.fill ?? {}).length === 0)
    complain(
      context,
      [],
      'this does not say which form is meant',
      `write what to fill in, as in ${EXAMPLE}, or find: { id: search }`,
    );
});

export type FormEntry = Unchangeable<z.output<typeof formEntry>>;

/** Fields for which the form is sent once per value. */
export function listedFields({ fill = {} }: FormEntry): readonly string[] {
  return Object.entries(fill).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
}
