import type { z } from 'zod';
import { checkSelector } from '../../document/index.ts';
import { comment, oneOrMore, oneWord, text } from './plain-values.ts';
import { list, section } from './section.ts';
import type { Unchangeable } from './unchangeable.ts';
import { explainSyntax, regex, urlPatterns } from './url-pattern-entry.ts';
import { complain } from './wanted.ts';

const EXAMPLE = "- ignore: [aside, '#ads']";
const SELECTOR = "'#ads'";
const COUNTER = "'Visitors: \\d+'";

const selectors = () =>
  oneOrMore(
    text('a CSS selector', SELECTOR).superRefine((value, context) =>
      explainSyntax(
        () => checkSelector(value),
        `write a selector such as main, .price or ${SELECTOR}`,
        context,
      ),
    ),
    'a CSS selector in quotes, or a list of them',
    SELECTOR,
  );

/** A7: how two versions of a page are compared. */
export const compareEntry = section('a way to compare pages', EXAMPLE, {
  match: urlPatterns().optional().describe('Pages it holds for. Default: all that no entry before it took.'),
  by: oneWord(['segments', 'text', 'bytes'])
    .optional()
    .describe('What counts: text, links and images (segments), text, or every byte. Default: segments.'),
  only: selectors().optional().describe('CSS selectors of the regions that count, and nothing else.'),
  ignore: selectors().optional().describe('CSS selectors of regions that do not count.'),
  ignoreText: oneOrMore(regex(COUNTER), 'a regular expression, or a list of them', COUNTER)
    .optional()
    .describe('Regular expressions of text that does not count.'),
  plugin: text('the path of a JavaScript module', './compare-prices.mjs')
    .optional()
    .describe('A module whose default export compares two versions. Its path counts from this file.'),
  comment: comment(),
}).superRefine((entry, context) => {
  const parts = (['only', 'ignore', 'ignoreText'] as const).filter((key) => entry[key] !== undefined);
  const [part] = parts;
  if (entry.plugin !== undefined && (entry.by !== undefined || part !== undefined))
    complain(
      context,
      ['plugin'],
      'a plug-in decides alone what counts',
      `take ${list([...(entry.by === undefined ? [] : ['by']), ...parts], 'and')} out, or write two entries`,
    );
  else if (entry.by === 'bytes' && part !== undefined)
    complain(context, [part], 'bytes are compared whole', 'write by: segments or by: text to compare parts');
  else if (entry.plugin === undefined && entry.by === undefined && part === undefined)
    complain(context, [], 'this entry does not say how to compare', `say it as in ${EXAMPLE}`);
});

export type CompareEntry = Unchangeable<z.output<typeof compareEntry>>;
