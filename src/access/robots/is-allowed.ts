import { productToken, type Robots, type RobotsGroup, type RobotsRule } from './parse-robots.ts';
import { comparablePath, type PathPattern, pathPattern } from './path-pattern.ts';

interface RobotsVerdict {
  readonly allowed: boolean;
  /** The line that decided, as the site wrote it, or why one answer applies to the whole site; null when nothing forbids the URL. */
  readonly rule: string | null;
  /** The number of that line, counted from 1; null when no line decided. */
  readonly lineNumber: number | null;
}

interface MatchableRule {
  readonly pattern: PathPattern;
  readonly verdict: RobotsVerdict;
}

/**
 * How many characters wildcard patterns may walk for one verdict: 20,000 patterns on a path of 200 characters. A file
 * of 34,000 wildcards and links of 2,000 characters, which no honest site has, would hold up the crawl for half a
 * second per link; with this limit it takes 0.1 s at most.
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

// A crawl asks about the same agent for every link, so the merged rules live as long as the file does.
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
  // "Allow: /docs/index.html" is about the page that visitors see as "/docs/". This is not in the RFC, but the parser of
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
