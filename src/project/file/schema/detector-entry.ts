import { comment, oneWord, text } from '../../../config/index.ts';
import { detectorSchema, stemLanguages } from '../../../detect/index.ts';
import { checkSelector } from '../../../document/index.ts';
import { explainSyntax, urlPatterns } from './addresses.ts';

/** What to look for in new text, and where (C5). */
export const detectorEntry = detectorSchema({
  name: text('a name', 'bird flu').optional().describe('Shown in messages and reports.'),
  match: urlPatterns().optional().describe('Pages it looks at. Default: all.'),
  region: text('a CSS selector', 'main')
    .superRefine((value, context) =>
      explainSyntax(() => checkSelector(value), 'write a selector such as main or .price', context),
    )
    .optional()
    .describe('CSS selector of the part of the page that it looks at. Default: all of it.'),
  language: oneWord(stemLanguages)
    .optional()
    .describe('Language of its words, and of the texts that it looks at. Default: as each text says.'),
  in: oneWord(['added', 'removed'])
    .optional()
    .describe('Whether it looks at text that is new, or that is gone. Default: added.'),
  comment: comment(),
});
