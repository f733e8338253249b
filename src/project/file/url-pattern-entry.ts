import { z } from 'zod';
import { globPattern, regexPattern } from '../rules/url-pattern.ts';
import { oneOrMore, text } from './plain-values.ts';
import { choice } from './section.ts';
import { complain, wanted } from './wanted.ts';

const REGEX = "'/technology/'";
const GLOB = "'**/print/**'";

export const regex = (example = REGEX) =>
  text('a regular expression', example).superRefine((value, context) => {
    // A star has nothing to repeat at the beginning, or after another: whoever writes one there means a glob.
    const hint = /^\*|\*\*/.test(value) ? `write { glob: '${value}' }` : `write a pattern such as ${example}`;
    explainSyntax(() => regexPattern(value), hint, context);
  });

export const glob = () =>
  text('a glob', GLOB).superRefine((value, context) =>
    explainSyntax(() => globPattern(value), `write a glob such as ${GLOB}`, context),
  );

/** A pattern of addresses: a regular expression, or `{ glob: ... }`. */
export const urlPattern = () =>
  z
    .union(
      [
        regex(),
        choice('a pattern', `{ glob: ${GLOB} }`, {
          regex: regex().describe('Regular expression, found anywhere in the address.'),
          glob: glob().describe('Glob of the whole address.'),
        }),
      ],
      {
        error: wanted('a regular expression, or { glob: ... }', REGEX),
      },
    )
    .transform((given) => (typeof given !== 'string' && 'regex' in given ? given.regex : given));

export type UrlPatternEntry = string | { readonly glob: string };

export const urlPatterns = () =>
  oneOrMore(urlPattern(), 'a regular expression, { glob: ... }, or a list of them', REGEX);

/** Turns the SyntaxError of a compiler into a complaint. */
export function explainSyntax(compile: () => unknown, hint: string, context: z.RefinementCtx): void {
  try {
    compile();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    complain(context, [], error.message.replace(/; for a glob write.*$/s, ''), hint);
  }
}
