import { Buffer } from 'node:buffer';
import { productToken, type Robots, type RobotsGroup, type RobotsRule } from './parse-robots.ts';

interface RobotsVerdict {
  readonly allowed: boolean;
  /** The line that decided, as the site wrote it, or why one answer applies to the whole site; null when no rule matches. */
  readonly rule: string | null;
  /** The number of that line, counted from 1; null when no line decided. */
  readonly lineNumber: number | null;
}

interface MatchableRule {
  readonly pattern: PathPattern;
  readonly verdict: RobotsVerdict;
}

/**
 * Largest number of characters that wildcard patterns may scan for one verdict: 20,000 patterns on a path of 200 characters.
 * It bounds the delay per link to 0.1 s; a hostile file of 34,000 wildcards would cost half a second.
 */
const mostCharactersWalked = 4_000_000;
const tooCostly: RobotsVerdict = {
  allowed: false,
  rule: 'robots.txt has too many wildcard rules for a path this long',
  lineNumber: null,
};

const allowedByDefault: RobotsVerdict = { allowed: true, rule: null, lineNumber: null };

/**
 * Whether a crawler may fetch a URL, RFC 9309 section 2.2. `userAgent` is a product token or a whole User-Agent header.
 * The longest matching pattern decides; of two equally long ones, the one that allows.
 */
export function isAllowed(robots: Robots, userAgent: string, url: string): RobotsVerdict {
  const path = comparablePath(url);
  if (path === '/robots.txt') return allowedByDefault;
  if (robots.blanket !== null) {
    return { allowed: robots.blanket.allowed, rule: robots.blanket.because, lineNumber: null };
  }
  let walked = 0;
  for (const { pattern, verdict } of rulesFor(robots, crawlerToken(userAgent))) {
    if (pattern.wild) walked += path.length;
    if (walked > mostCharactersWalked) return tooCostly;
    if (pattern.matches(path)) return verdict;
  }
  return allowedByDefault;
}

/** The longest delay between requests that the site asks of this crawler, in seconds; null when it asks for none. */
export function crawlDelayFor(robots: Robots, userAgent: string): number | null {
  const { groups, agent } = groupsFor(robots, crawlerToken(userAgent));
  let longest: number | null = null;
  for (const group of groups) {
    const place = group.agents.indexOf(agent);
    for (const { seconds, agentCount } of group.crawlDelays) {
      if (place < agentCount && seconds > (longest ?? -1)) longest = seconds;
    }
  }
  return longest;
}

/** The path patterns that the site forbids to this crawler, as it wrote them. */
export function disallowedFor(robots: Robots, userAgent: string): readonly string[] {
  const { groups } = groupsFor(robots, crawlerToken(userAgent));
  const rules = groups.flatMap((group) =>
    group.rules.filter(({ allow, pattern }) => !allow && pattern !== ''),
  );
  return [...new Set(rules.map(({ pattern }) => pattern))];
}

/** All groups that name the agent count as one; those for `*` count only when no group names it (section 2.2.1). */
function groupsFor(
  robots: Robots,
  token: string,
): { readonly groups: readonly RobotsGroup[]; readonly agent: string } {
  const named = token === '' ? [] : robots.groups.filter(({ agents }) => agents.includes(token));
  if (named.length > 0) return { groups: named, agent: token };
  return { groups: robots.groups.filter(({ agents }) => agents.includes('*')), agent: '*' };
}

// A crawl asks about the same agent for every link, so the merged rules are cached as long as the file exists.
const merged = new WeakMap<Robots, Map<string, readonly MatchableRule[]>>();

function rulesFor(robots: Robots, token: string): readonly MatchableRule[] {
  const byToken = merged.get(robots) ?? new Map<string, readonly MatchableRule[]>();
  const rules = byToken.get(token) ?? mostSpecificFirst(groupsFor(robots, token).groups);
  merged.set(robots, byToken.set(token, rules));
  return rules;
}

function mostSpecificFirst(groups: readonly RobotsGroup[]): readonly MatchableRule[] {
  const rules = groups.flatMap((group) => group.rules.flatMap(matchable));
  return rules.sort(
    (a, b) => b.pattern.length - a.pattern.length || Number(b.verdict.allowed) - Number(a.verdict.allowed),
  );
}

function matchable({ allow, pattern, text, lineNumber }: RobotsRule): readonly MatchableRule[] {
  if (pattern === '') return [];
  const verdict: RobotsVerdict = { allowed: allow, rule: text, lineNumber };
  const rule = { pattern: pathPattern(pattern), verdict };
  // "Allow: /docs/index.html" also allows "/docs/", which shows the same page. The RFC does not say so, but the parser of
  // its authors and others do it, and it is what the owner means.
  const folder = allow ? /^(.*\/)index\.html?$/.exec(pattern)?.[1] : undefined;
  return folder === undefined ? [rule] : [rule, { pattern: pathPattern(`${folder}$`), verdict }];
}

/**
 * The product token inside a User-Agent header. A crawler that sends `Mozilla/5.0 (compatible; ExampleBot/0.1; ...)`
 * is called ExampleBot, as in the example of RFC 9309 section 2.2.1.
 */
export function crawlerToken(userAgent: string): string {
  const compatible = /^mozilla\/[^(]*\(compatible;/i.exec(userAgent);
  return productToken(compatible === null ? userAgent : userAgent.slice(compatible[0].length));
}

/** A path pattern of RFC 9309 section 2.2.3: `*` is any run of characters, a final `$` the end of the path. */
interface PathPattern {
  /** Octets of the pattern: the longest one that matches is the most specific (section 2.2.2). */
  readonly length: number;
  /** Whether it has a `*`, so that matching may scan the whole path. */
  readonly wild: boolean;
  /** `path` is a result of `comparablePath`. Linear in path and pattern, because no regular expression is built. */
  matches(path: string): boolean;
}

export function pathPattern(written: string): PathPattern {
  const toTheEnd = written.endsWith('$');
  const literals = (toTheEnd ? written.slice(0, -1) : written).split('*');
  const pieces = literals.map(comparable);
  const stars = pieces.length - 1;
  const length = pieces.reduce((sum, piece) => sum + piece.length, stars + (toTheEnd ? 1 : 0));
  const first = pieces[0] ?? '';
  if (stars === 0) {
    return { length, wild: false, matches: (path) => (toTheEnd ? path === first : path.startsWith(first)) };
  }
  const last = toTheEnd ? (pieces.at(-1) ?? '') : '';
  const between = pieces
    .slice(1, toTheEnd ? -1 : undefined)
    .filter((piece) => piece !== '')
    .map(linearSearch);
  return {
    length,
    wild: true,
    matches: (path) =>
      path.startsWith(first) &&
      path.endsWith(last) &&
      occurInOrder(between, path, first.length, path.length - last.length),
  };
}

/**
 * Whether the pieces occur in order. Matching each piece at its first occurrence leaves the most room for the next, so one
 * pass is enough.
 */
function occurInOrder(pieces: readonly LinearSearch[], path: string, from: number, end: number): boolean {
  let at = from;
  for (const piece of pieces) {
    const found = piece.find(path, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= end;
}

const unreserved = /[A-Za-z0-9\-._~]/;
// The reserved characters of RFC 3986 stay as they are, except the two that are special in patterns.
const asWritten = /^[A-Za-z0-9\-._~:/?#[\]@!&'()+,;=]*$/;
const chunks = /%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?#[\]@!&'()+,;=]+|[^A-Za-z0-9\-._~:/?#[\]@!&'()+,;=%]+|%/g;

/**
 * The one spelling in which paths and patterns are compared, RFC 9309 section 2.2.2: unreserved characters are decoded,
 * everything else that is not reserved is encoded with upper-case digits. `*` and `$` become `%2A` and `%24` (section
 * 2.2.3), so a pattern is split at its special characters first.
 */
export function comparable(text: string): string {
  if (asWritten.test(text)) return text;
  return text.replace(chunks, (chunk) => {
    if (chunk === '%') return '%25';
    if (chunk.startsWith('%')) {
      const character = String.fromCharCode(Number.parseInt(chunk.slice(1), 16));
      return unreserved.test(character) ? character : chunk.toUpperCase();
    }
    return asWritten.test(chunk) ? chunk : percentEncoded(chunk);
  });
}

/** Path and query of a URL, or of a bare path, ready to compare. Never throws: a link may be malformed. */
export function comparablePath(url: string): string {
  const hash = url.indexOf('#');
  const whole = hash < 0 ? url : url.slice(0, hash);
  const authority = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\//.exec(whole);
  if (authority === null) return comparable(whole.startsWith('/') ? whole : `/${whole}`);
  const afterSlashes = whole.slice(authority[0].length);
  const start = afterSlashes.search(/[/?]/);
  if (start < 0) return '/';
  const path = afterSlashes.slice(start);
  return comparable(path.startsWith('/') ? path : `/${path}`);
}

function percentEncoded(text: string): string {
  let out = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    out += `%${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;
  }
  return out;
}

/** Up to this length the engine's own search is faster, and its worst case is still a small factor. */
const shortPiece = 8;

/** Finds one text in others in time linear in both, whatever the texts are. */
interface LinearSearch {
  readonly length: number;
  /** The first occurrence at or after `from`, or -1. */
  find(text: string, from: number): number;
}

/**
 * Knuth, Morris and Pratt. `indexOf` takes time proportional to the product of the lengths on `aaa...ab` in `aaaa...`, and a robots.txt has room for
 * hundreds of such patterns.
 */
export function linearSearch(piece: string): LinearSearch {
  const { length } = piece;
  if (length <= shortPiece) return { length, find: (text, from) => text.indexOf(piece, from) };
  let borders: Int32Array | null = null;
  const find = (text: string, from: number): number => {
    if (text.length - from < length) return -1;
    borders ??= bordersOf(piece);
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && piece.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
      if (piece.charCodeAt(matched) === unit) matched++;
      if (matched === length) return at - length + 1;
    }
    return -1;
  };
  return { length, find };
}

/** For each prefix the length of its longest proper border (a prefix that is also a suffix). */
function bordersOf(piece: string): Int32Array {
  const borders = new Int32Array(piece.length);
  let border = 0;
  for (let at = 1; at < piece.length; at++) {
    const unit = piece.charCodeAt(at);
    while (border > 0 && piece.charCodeAt(border) !== unit) border = borders[border - 1] ?? 0;
    if (piece.charCodeAt(border) === unit) border++;
    borders[at] = border;
  }
  return borders;
}
