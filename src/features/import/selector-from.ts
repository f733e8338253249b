import { checkSelector, compilePattern } from '../../document/index.ts';
import { cameOver, type ImportedPart, noEqual, notNeeded } from './imported-part.ts';

const string = `(?:"([^"]*)"|'([^']*)')`;
const step = String.raw`(\/\/|\/)([a-zA-Z][\w-]*|\*)((?:\[[^\]]*\])*)`;
const steps = new RegExp(`^(?:${step})+$`);
const attribute = String.raw`@([a-zA-Z_][\w:.-]*)`;

/** XPath predicates that have a CSS form. */
const predicates: readonly (readonly [RegExp, (found: RegExpExecArray, element: string) => string | null])[] =
  [
    [new RegExp(`^${attribute}$`), ([, name]) => `[${name}]`],
    [
      new RegExp(String.raw`^${attribute}\s*=\s*${string}$`),
      ([, name, a, b]) => `[${name}=${quoted(a ?? b)}]`,
    ],
    [
      new RegExp(String.raw`^contains\(\s*${attribute}\s*,\s*${string}\s*\)$`),
      ([, name, a, b]) => `[${name}*=${quoted(a ?? b)}]`,
    ],
    [
      new RegExp(String.raw`^starts-with\(\s*${attribute}\s*,\s*${string}\s*\)$`),
      ([, name, a, b]) => `[${name}^=${quoted(a ?? b)}]`,
    ],
    // `div[2]` is the second div of its parent; `*[2]` is the second of all elements.
    [
      /^(\d+)$/,
      ([, place], element) => (element === '*' ? `:nth-child(${place})` : `:nth-of-type(${place})`),
    ],
  ];

const quoted = (text = ''): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** An XPath expression as a CSS selector; null when CSS cannot express it. */
export function xpathAsCss(expression: string): string | null {
  const paths = expression.split('|').map((path) => onePath(path.trim()));
  return paths.every((path) => path !== null) ? paths.join(', ') : null;
}

function onePath(given: string): string | null {
  // Only the text of an element is compared anyway.
  const path = given.replace(/\/text\(\)$/, '').replace(/^\.(?=\/)/, '');
  if (!steps.test(path)) return null;
  let css = '';
  for (const [, axis, element = '', conditions = ''] of path.matchAll(new RegExp(step, 'g'))) {
    const all = [...conditions.matchAll(/\[([^\]]*)\]/g)].map(([, condition = '']) =>
      predicateAsCss(condition.trim(), element),
    );
    if (!all.every((one) => one !== null)) return null;
    const between = css === '' ? '' : axis === '/' ? ' > ' : ' ';
    css += `${between}${element === '*' && all.length > 0 ? '' : element}${all.join('')}`;
  }
  // A path that starts with one slash starts at the root.
  return path.startsWith('//') || css.startsWith('html') ? css : `:root > ${css}`;
}

function predicateAsCss(condition: string, element: string): string | null {
  for (const [pattern, write] of predicates) {
    const found = pattern.exec(condition);
    if (found !== null) return write(found, element);
  }
  return null;
}

/** The selector if it is valid here; null otherwise. */
export const usableSelector = (selector: string): string | null => usable(selector, checkSelector);

/** A Python regular expression if it is valid here: no lookahead, lookbehind or backreferences. Null otherwise. */
export const usablePattern = (pattern: string): string | null => usable(pattern, compilePattern);

function usable(text: string, check: (text: string) => unknown): string | null {
  try {
    check(text);
    return text;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

export const escapedPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Matches the whole line that contains the pattern. */
export const wholeLine = (pattern: string): string => `.*(?:${pattern}).*`;

/**
 * Text at these words differs from one request to the next. A page is fetched twice when something changed, so a difference between the two fetches is
 * noise, with or without a rule for it.
 */
const perRequest =
  /csrf|nonce|token|session.?id|visitors?|views|online (?:now|users)|generated (?:in|at)|seconds?\b|request.?id|random|uuid/i;

/** Excludes matching text from comparison; `written` is the rule as the other program has it. */
export function ignoredPattern(pattern: string, what: string, written = pattern): ImportedPart {
  if (perRequest.test(written))
    return notNeeded(what, 'differs from one request to the next; such noise is learned');
  const usable = usablePattern(pattern);
  return usable === null
    ? noEqual(what, 'patterns cannot look ahead, behind or back here: write another under ignoreText')
    : cameOver(what, 'compare: ignoreText', { ignoreText: [usable] });
}

/** `/pattern/flags` as some programs write regular expressions; null for plain text. */
export function slashedPattern(text: string): string | null {
  const [, pattern, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(text.trim()) ?? [];
  if (pattern === undefined) return null;
  const kept = [...flags].filter((flag) => 'ims'.includes(flag)).join('');
  return kept === '' ? pattern : `(?${kept})${pattern}`;
}
