import type { z } from 'zod';
import {
  comment,
  complain,
  complainUnless,
  listInWords,
  oneOrMore,
  oneWord,
  section,
  text,
  type Unchangeable,
} from '../../../config/index.ts';
import { checkSelector } from '../../../document/index.ts';
import { regex, urlPatterns } from './addresses.ts';

const EXAMPLE = "- ignore: [aside, '#ads']";
const SELECTOR = "'#ads'";
const COUNTER = "'Visitors: \\d+'";

const selectors = () =>
  oneOrMore(
    text('a CSS selector', SELECTOR).superRefine((value, context) =>
      complainUnless(
        () => checkSelector(value),
        context,
        `write a selector such as main, .price or ${SELECTOR}`,
      ),
    ),
    'a CSS selector in quotes, or a list of them',
    SELECTOR,
  );

/** How two versions of a page are compared. */
export const compareEntry = section('a way to compare pages', EXAMPLE, {
  match: urlPatterns()
    .optional()
    .describe('Pages it applies to. Default: all that no earlier entry matches.'),
  by: oneWord(['segments', 'text', 'bytes'])
    .optional()
    .describe('What counts: text, links and images (segments), text, or every byte. Default: segments.'),
  only: selectors().optional().describe('CSS selectors of the only regions that count.'),
  ignore: selectors().optional().describe('CSS selectors of regions that do not count.'),
  ignoreText: oneOrMore(regex(COUNTER), 'a regular expression, or a list of them', COUNTER)
    .optional()
    .describe('Regular expressions of text that does not count.'),
  plugin: text('the path of a JavaScript module', './compare-prices.mjs')
    .optional()
    .describe('A module whose default export compares two versions. Its path is relative to this file.'),
  comment: comment(),
}).superRefine((entry, context) => {
  const parts = (['only', 'ignore', 'ignoreText'] as const).filter((key) => entry[key] !== undefined);
  const [part] = parts;
  if (entry.plugin !== undefined && (entry.by !== undefined || part !== undefined))
    complain(
      context,
      ['plugin'],
      'a plug-in decides by itself what counts',
      `remove ${listInWords([...(entry.by === undefined ? [] : ['by']), ...parts], 'and')}, or write two entries`,
    );
  else if (entry.by === 'bytes' && part !== undefined)
    complain(
      context,
      [part],
      '"by: bytes" compares the whole page',
      'to compare parts of it, write by: segments or by: text',
    );
  else if (entry.plugin === undefined && entry.by === undefined && part === undefined)
    complain(context, [], 'this entry does not say how to compare', `add that, as in ${EXAMPLE}`);
});

export type CompareEntry = Unchangeable<z.output<typeof compareEntry>>;
