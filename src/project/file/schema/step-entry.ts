import { z } from 'zod';
import {
  comment,
  complain,
  section,
  text,
  type Unchangeable,
  wanted,
  wholeNumber,
  yesNo,
} from '../../../config/index.ts';
import { addressOnSite, pageLink, scopeList, urlPatterns } from './addresses.ts';
import { formEntry } from './form-entry.ts';

const EXAMPLE = '- open: /technology/';

const collect = z.union(
  [
    yesNo('collect: no'),
    section('what to collect', '{ only: /article/ }', {
      only: urlPatterns().describe('Pages that are kept. All others are only searched for links.'),
    }),
  ],
  { error: wanted('yes, no or { only: patterns }', 'collect: no') },
);

/** A key that steps have besides those below: see docs/extending/step.md. */
export interface StepKey {
  readonly key: string;
  /** What the key takes, with a sentence for editors (`describe`). */
  readonly schema: z.ZodType;
}

const stepShape = {
  name: text('a name', 'search').optional().describe('Shown in messages and reports.'),
  open: addressOnSite('/technology/')
    .optional()
    .describe(
      'Address to open, in full or a path that begins with /. Without it and "follow": where the last step ended.',
    ),
  follow: pageLink.optional().describe('A link of the page where the last step ended.'),
  form: formEntry.optional().describe('A form of that page to fill in and send.'),
  collect: collect.optional().describe('Whether the pages of this step are kept. Default: yes.'),
  depth: wholeNumber(0, 'depth: 2')
    .optional()
    .describe('Links from the page of this step. Default: that of the preference; 0 with "collect: no".'),
  scope: scopeList()
    .optional()
    .describe('Where the links of this step may lead, instead of the scope of the project.'),
  comment: comment(),
};

/** The schema of a step. */
export function stepEntry(more: readonly StepKey[]) {
  const shape = {
    ...stepShape,
    ...Object.fromEntries(more.map(({ key, schema }) => [key, schema.optional()])),
  };
  return section('a step', EXAMPLE, shape as typeof stepShape).superRefine((step, context) =>
    checkStep(step, more, context),
  );
}

export type StepEntry = Unchangeable<z.output<ReturnType<typeof stepEntry>>>;

function checkStep(
  step: Readonly<Record<string, unknown>>,
  more: readonly StepKey[],
  context: z.RefinementCtx,
): void {
  if (step['open'] !== undefined && step['follow'] !== undefined)
    complain(
      context,
      ['follow'],
      'a step cannot have both "open" and "follow"',
      'write two steps: the first opens the page, the second follows its link',
    );
  const actions = ['open', 'follow', 'form', ...more.map(({ key }) => key)];
  if (!actions.some((key) => step[key] !== undefined))
    complain(context, [], 'this step does nothing', `add what to open, follow or fill in: ${EXAMPLE}`);
}
