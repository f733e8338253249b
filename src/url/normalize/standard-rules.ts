import { defaultPort } from './rules/default-port.ts';
import { dotSegments } from './rules/dot-segments.ts';
import { lowerCaseAuthority } from './rules/lower-case-authority.ts';
import { noFragment } from './rules/no-fragment.ts';
import { percentEncoding } from './rules/percent-encoding.ts';
import { slashAfterAuthority } from './rules/slash-after-authority.ts';
import type { UrlRule } from './url-rule.ts';

/**
 * E1, table 1: spellings that name the same page by the URL standards themselves. Redirects, the table's
 * protocol-based step, need the server and happen when a page is fetched.
 *
 * Escapes come first, because what they hide has case (`%41`) and may be dots.
 */
export const standardRules: readonly UrlRule[] = Object.freeze([
  percentEncoding,
  lowerCaseAuthority,
  defaultPort,
  slashAfterAuthority,
  dotSegments,
  noFragment,
]);

/** The same for links whose place within the page matters, as on sites that show `#/news` as a page of its own. */
export const standardRulesKeepingFragment: readonly UrlRule[] = Object.freeze(
  standardRules.filter((rule) => rule !== noFragment),
);
