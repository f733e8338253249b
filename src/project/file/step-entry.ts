import { z } from 'zod';
import { formEntry } from './form-entry.ts';
import { pageLink } from './page-link.ts';
import { comment, oneOrMore, text, wholeNumber, yesNo } from './plain-values.ts';
import { section } from './section.ts';
import type { Unchangeable } from './unchangeable.ts';
import { urlPatterns } from './url-pattern-entry.ts';
import { complain, wanted } from './wanted.ts';
import { addressOnSite } from './web-address.ts';

const EXAMPLE = '- open: /technology/';

const collect = z.union(
  [
    yesNo('collect: no'),
    section('what to collect', '{ only: /article/ }', {
      only: urlPatterns().describe('Pages that are kept. All others are only looked through for links.'),
    }),
  ],
  { error: wanted('yes, no, or { only: patterns }', 'collect: no') },
);

export const scopeList = () =>
  oneOrMore(
    text('a host, or an address to begin with', 'example.org/docs/'),
    'a host, an address to begin with, or a list of them',
    'example.org/docs/',
  );

export const stepEntry = section('a step', EXAMPLE, {
  name: text('a name', 'search').optional().describe('Shown in messages and reports.'),
  open: addressOnSite('/technology/')
    .optional()
    .describe('Address to open, in full or from / on. Without it and "follow": where the last step ended.'),
  follow: pageLink.optional().describe('A link of the page where the last step ended.'),
  form: formEntry.optional().describe('A form of that page to fill and send.'),
  collect: collect.optional().describe('Whether the pages of this step are kept. Default: yes.'),
  depth: wholeNumber(0, 'depth: 2')
    .optional()
    .describe('Links from the page of this step. Default: that of the preference; 0 with "collect: no".'),
  scope: scopeList()
    .optional()
    .describe('Where the links of this step may lead, instead of the scope of the project.'),
  comment: comment(),
}).superRefine((step, context) => {
  if (step.open !== undefined && step.follow !== undefined)
    complain(
      context,
      ['follow'],
      'a step has either "open" or "follow"',
      'write two steps: the first opens the page, the second follows its link',
    );
  if (step.open === undefined && step.follow === undefined && step.form === undefined)
    complain(context, [], 'this step does nothing', `say what to open, to follow or to fill: ${EXAMPLE}`);
});

export type StepEntry = Unchangeable<z.output<typeof stepEntry>>;
