import { UrlError } from '../errors.ts';
import { parseUrl, shown } from './parse-url.ts';
import { normalizeEscapes } from './percent-escapes.ts';
import { standardRules, type UrlRule } from './standard-rules.ts';
import { joinUrl, splitUrl } from './url-parts.ts';

export interface NormalizeOptions {
  /** What relative links are resolved against: the address of their page, or its `<base>`. Default: none. */
  readonly base?: string | URL | undefined;
  /** Applied in this order. Default: `standardRules`. */
  readonly rules?: readonly UrlRule[] | undefined;
}

/**
 * The standard spelling of a URL. Normalising the result again changes nothing.
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
 * escape crosses a delimiter, so the URL need not be split; and a decoded character has no special meaning to the parser.
 */
function settleWebUrl(href: string): string {
  const hash = href.indexOf('#');
  return normalizeEscapes(hash < 0 ? href : href.slice(0, hash));
}

/**
 * The parser may read the result of the rules differently (`file:///%43|/` becomes `C|`, which it reads as a
 * drive). The built-in rules need at most three rounds; the limit only stops rules of a caller that undo each other.
 */
const mostRounds = 10;

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
function reparse(result: string, before: string): string {
  const href = URL.parse(result)?.href;
  if (href !== undefined) return href;
  throw new UrlError(
    'URL_INVALID',
    `The rules turned ${shown(before)} into ${shown(result)}, which is not a URL: remove the rule that did this.`,
  );
}

/**
 * Resolves the links of one page: the same as `normalizeUrl(link, { base })`, but plain relative paths, which most
 * links are, are resolved without the parser. Throws UrlError as `normalizeUrl` does.
 */
export function linkResolver(base: string): (link: string) => string {
  const parts = /^(https?:\/\/[^/?#]+)(\/[^?#]*\/|\/)[^/?#]*(?:[?#].*)?$/s.exec(base);
  const [, origin, directory] = parts ?? [];
  if (origin === undefined || directory === undefined || !isNormal(base))
    return (link) => normalizeUrl(link, { base });
  return (link) => {
    const path = isPlain(link) ? joinPath(directory, link) : null;
    return path === null ? normalizeUrl(link, { base }) : origin + path;
  };
}

/** When normalising changes a base, its directory may change, too. */
function isNormal(base: string): boolean {
  return URL.canParse(base) && normalizeUrl(base) === base.replace(/#.*$/s, '');
}

/** Characters that neither the parser nor a rule would touch in a path. No colon: `a:b` may be a scheme. */
const PLAIN = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/,;=+@!$*()') {
  PLAIN[character.charCodeAt(0)] = 1;
}

function isPlain(link: string): boolean {
  if (link.length === 0 || link.startsWith('//')) return false;
  for (let i = 0; i < link.length; i++) if (PLAIN[link.charCodeAt(i)] !== 1) return false;
  return true;
}

/** The path that a relative link leads to; null when it has dot segments after its start. */
function joinPath(directory: string, link: string): string | null {
  let end = directory.length;
  let start = 0;
  while (link.startsWith('../', start)) {
    if (end > 1) end = directory.lastIndexOf('/', end - 2) + 1;
    start += 3;
  }
  if (link.includes('./', start) || link.endsWith('.')) return null;
  if (start === 0 && link.startsWith('/')) return link;
  return directory.slice(0, end) + link.slice(start);
}

/** What one rule did to a URL. */
export interface NormalizationStep {
  /** The rule's name; `parse` or `resolve` for what the parser did itself. */
  readonly rule: string;
  readonly why: string;
  readonly before: string;
  readonly after: string;
}

export interface NormalizationExplained {
  /** What `normalizeUrl` returns for the same arguments. */
  readonly url: string;
  /** All steps from the input to `url`; empty when nothing had to change. */
  readonly steps: readonly NormalizationStep[];
}

/** Normalises and says why. Throws as `normalizeUrl` does; slower. */
export function explainNormalization(input: string, options?: NormalizeOptions): NormalizationExplained {
  const href = parseUrl(input, options?.base);
  const rules = options?.rules ?? standardRules;
  const url = settle(href, rules);
  const steps = stepsByRules(input, rules);
  if (leadsTo(steps, input, url)) return { url, steps };
  const parsed = parsingStep(input, href, options?.base !== undefined);
  return { url, steps: [...parsed, ...stepsAfterParsing(href, rules)] };
}

function leadsTo(steps: readonly NormalizationStep[], from: string, to: string): boolean {
  return (steps.at(-1)?.after ?? from) === to;
}

/**
 * The parser applies many standard rules in one step and does not say what it did. So the rules are tried on the input as it was
 * written; when they alone lead to the same URL, their steps are the better explanation.
 */
function stepsByRules(input: string, rules: readonly UrlRule[]): NormalizationStep[] {
  const steps: NormalizationStep[] = [];
  let parts = splitUrl(input);
  if (joinUrl(parts) !== input) return steps;
  for (const rule of rules) {
    const next = rule.apply(parts);
    if (next !== parts)
      steps.push({ rule: rule.name, why: rule.why, before: joinUrl(parts), after: joinUrl(next) });
    parts = next;
  }
  return steps;
}

function stepsAfterParsing(href: string, rules: readonly UrlRule[]): NormalizationStep[] {
  const steps: NormalizationStep[] = [];
  const settled = settle(href, rules);
  let url = href;
  for (let round = 0; round < mostRounds && url !== settled; round++) {
    const byRules = stepsByRules(url, rules);
    const joined = byRules.at(-1)?.after ?? url;
    const next = reparse(joined, url);
    steps.push(...byRules, ...parsingStep(joined, next, false));
    url = next;
  }
  return steps;
}

function parsingStep(before: string, after: string, resolved: boolean): NormalizationStep[] {
  if (before === after) return [];
  const rule = resolved ? 'resolve' : 'parse';
  const why = resolved
    ? 'the link is relative to its page'
    : 'browsers read and write it this way (WHATWG URL)';
  return [{ rule, why, before, after }];
}
