import { UrlError } from '../errors.ts';
import { parseUrl, shown } from './parse-url.ts';
import { normalizeEscapes } from './percent-escapes.ts';
import type { UrlRule } from './standard-rules.ts';
import { standardRules } from './standard-rules.ts';
import { joinUrl, splitUrl } from './url-parts.ts';

export interface NormalizeOptions {
  /** What relative links are resolved against: the address of their page, or its `<base>`. Default: none. */
  readonly base?: string | URL | undefined;
  /** Applied in this order. Default: `standardRules`. */
  readonly rules?: readonly UrlRule[] | undefined;
}

/**
 * The standard spelling of a URL (E1). Normalising the result again changes nothing.
 * Throws UrlError for anything that is not a URL; `explainNormalization` says which rule did what.
 */
export function normalizeUrl(input: string, options?: NormalizeOptions): string {
  const href = parseUrl(input, options?.base);
  const rules = options?.rules ?? standardRules;
  return rules === standardRules && isParsedWebUrl(href) ? settleWebUrl(href) : settle(href, rules);
}

/** The same, but null for anything that is not a URL. */
export function normalizedOrNull(link: string): string | null {
  try {
    return normalizeUrl(link);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

function isParsedWebUrl(href: string): boolean {
  return href.startsWith('https://') || href.startsWith('http://');
}

/**
 * A shortcut for what `standardRules` do to a web URL; nearly all links take it. Parsing has already lowered the
 * case, dropped the port and resolved the path, escaped dots included, so only escapes and the fragment are left. No
 * escape crosses a delimiter, so the URL need not be split; and a decoded character means nothing to the parser.
 */
function settleWebUrl(href: string): string {
  const hash = href.indexOf('#');
  return normalizeEscapes(hash < 0 ? href : href.slice(0, hash));
}

/**
 * The result of the rules may mean something new to the parser (`file:///%43|/` becomes `C|`, which it reads as a
 * drive). The built-in rules need at most three rounds, in any selection and order; the limit only stops rules of a
 * caller that undo each other.
 */
export const mostRounds = 10;

/** Applies the rules to a parsed URL until they and the parser find nothing more to change. */
export function settle(href: string, rules: readonly UrlRule[]): string {
  let url = href;
  for (let round = 0; round < mostRounds; round++) {
    const next = applyRules(url, rules);
    if (next === url) break;
    url = next;
  }
  return url;
}

function applyRules(url: string, rules: readonly UrlRule[]): string {
  const before = splitUrl(url);
  let parts = before;
  for (const rule of rules) parts = rule.apply(parts);
  return parts === before ? url : reparse(joinUrl(parts), url);
}

/** The result of the rules as the parser reads it. Only a caller's own rule can produce something that it refuses. */
export function reparse(result: string, before: string): string {
  const href = URL.parse(result)?.href;
  if (href !== undefined) return href;
  throw new UrlError(
    'URL_INVALID',
    `The rules turned ${shown(before)} into ${shown(result)}, which is not a URL: remove the rule that did this.`,
  );
}
