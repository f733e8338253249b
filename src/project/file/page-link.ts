import { z } from 'zod';
import { text } from './plain-values.ts';
import { choice } from './section.ts';
import { wanted } from './wanted.ts';

/** A link of a page, by what it says or where it stands. `follow: Search` is short for `follow: { text: Search }`. */
export const pageLink = z
  .union(
    [
      text('the text of a link', 'Search'),
      choice('a link', '{ text: Search }', {
        text: text('the text of a link', 'Search').describe('What the link says.'),
        selector: text('a CSS selector', "'#boards a'").describe('A CSS selector.'),
      }),
    ],
    { error: wanted('a link, by its text or by a selector', '{ text: Search }') },
  )
  .transform((link) => (typeof link === 'string' ? { text: link } : link));

export type PageLink = z.output<typeof pageLink>;
