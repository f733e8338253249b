// Addresses, patterns of addresses, and links, as a project file writes them.

import { z } from 'zod';
import { choice, complain, complainUnless, oneOrMore, text, wanted } from '../../../config/index.ts';
import { globPattern, regexPattern } from '../../rules/url-pattern.ts';

/** The fields that take an address. Each must also be a place of `addressPlaces`, or its target is not checked. */
export const addressFields = z.registry<{ readonly takesAddress: true }>();

/** Declares that a field takes an address. */
export function asAddress<T extends z.ZodType>(field: T): T {
  addressFields.add(field as z.ZodType, { takesAddress: true });
  return field;
}

/** An address in full. */
export const webAddress = (example: string) =>
  asAddress(
    text('a web address', example).superRefine((value, context) => {
      const problem = addressProblem(value, null);
      if (problem !== null) complain(context, [], problem.message, problem.hint);
    }),
  );

/** An address in full, or a path of the source that begins with `/`. */
export const addressOnSite = (example: string) =>
  asAddress(
    text('a web address', example).superRefine((value, context) => {
      const problem = addressProblem(value, 'https://example.org/');
      if (problem !== null) complain(context, [], problem.message, problem.hint);
    }),
  );

function addressProblem(value: string, base: string | null): { message: string; hint: string } | null {
  if (base !== null && /^\/(?!\/)/.test(value) && URL.canParse(value, base)) return null;
  const url = URL.parse(value);
  if (url === null) {
    const guess = URL.parse(`https://${value}`);
    const instead = guess?.hostname.includes('.') === true ? `https://${value}` : 'https://example.org/';
    const path = base === null ? '' : ', or a path that begins with /';
    return { message: `"${value}" is not a web address`, hint: `write it in full, as in ${instead}${path}` };
  }
  if (!/^(?:https?|ftp|ftpe?s|sftp|file):$/.test(url.protocol)) {
    return {
      message: `addresses that begin with ${url.protocol} cannot be crawled`,
      hint: 'write an address that begins with https://, http://, ftp://, ftpes://, ftps://, sftp:// or file://',
    };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      message: 'an address must not contain a user or password',
      hint: `write ${url.protocol}//${url.host}${url.pathname} here, and user: NAME and password: { env: NEWS_PASSWORD } under "preference"`,
    };
  }
  return null;
}

/** Where links may lead. */
export const scopeList = () =>
  oneOrMore(
    text('a host, or the beginning of an address', 'example.org/docs/'),
    'a host, the beginning of an address, or a list of them',
    'example.org/docs/',
  );

const REGEX = "'/technology/'";
const GLOB = "'**/print/**'";

export const regex = (example = REGEX) =>
  text('a regular expression', example).superRefine((value, context) => {
    // A star at the beginning, or after another star, has nothing to repeat: a glob is meant.
    const hint = /^\*|\*\*/.test(value) ? `write { glob: '${value}' }` : `write a pattern such as ${example}`;
    complainUnless(() => regexPattern(value), context, hint);
  });

export const glob = () =>
  text('a glob', GLOB).superRefine((value, context) =>
    complainUnless(() => globPattern(value), context, `write a glob such as ${GLOB}`),
  );

/** A pattern of addresses: a regular expression, or `{ glob: ... }`. */
const urlPattern = () =>
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

/** A link of a page, by its text or by a selector. `follow: Search` is short for `follow: { text: Search }`. */
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
