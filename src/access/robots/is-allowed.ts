import { comparablePath } from './comparable-path.ts';
import { type PathPattern, pathPattern } from './path-pattern.ts';
import { crawlerToken } from './product-token.ts';
import type { Robots, RobotsGroup, RobotsRule } from './robots.ts';

export interface RobotsVerdict {
  readonly allowed: boolean;
  /** The line that decided, as the site wrote it, or why one answer holds for the whole site; null when nothing speaks against it. */
  readonly rule: string | null;
  /** Where that line stands, counted from 1; null when no line decided. */
  readonly lineNumber: number | null;
}

interface MatchableRule {
  readonly pattern: PathPattern;
  readonly verdict: RobotsVerdict;
}

/**
 * Characters that wildcard patterns may walk for one verdict: 20,000 patterns on a path of 200 characters. A file of
 * 34,000 wildcards and links of 2,000 characters, which no honest site has, would hold the crawl up for half a second
 * per link; this ends it after about 0.1 s at most.
 */
const patience = 4_000_000;
const tooCostly: RobotsVerdict = {
  allowed: false,
  rule: 'robots.txt has too many wildcard rules for so long a path',
  lineNumber: null,
};

const nothingAgainst: RobotsVerdict = { allowed: true, rule: null, lineNumber: null };

/**
 * Whether a crawler may fetch a URL, RFC 9309 section 2.2. `userAgent` is a product token or a whole User-Agent header.
 * The longest matching pattern decides, allow before disallow when they are equally long.
 */
export function isAllowed(robots: Robots, userAgent: string, url: string): RobotsVerdict {
  const path = comparablePath(url);
  if (path === '/robots.txt') return nothingAgainst;
  if (robots.blanket !== null) {
    return { allowed: robots.blanket.allowed, rule: robots.blanket.because, lineNumber: null };
  }
  let walked = 0;
  for (const { pattern, verdict } of rulesFor(robots, crawlerToken(userAgent))) {
    if (pattern.wild) walked += path.length;
    if (walked > patience) return tooCostly;
    if (pattern.matches(path)) return verdict;
  }
  return nothingAgainst;
}

/** The longest delay that the site asks this crawler to keep between requests, in seconds; null when it asks for none. */
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

/** The path patterns that the site asks this crawler to leave alone, as it wrote them. */
export function disallowedFor(robots: Robots, userAgent: string): readonly string[] {
  const { groups } = groupsFor(robots, crawlerToken(userAgent));
  const rules = groups.flatMap((group) =>
    group.rules.filter(({ allow, pattern }) => !allow && pattern !== ''),
  );
  return [...new Set(rules.map(({ pattern }) => pattern))];
}

/** All groups of this agent count as one; those for `*` only when no group names it (section 2.2.1). */
function groupsFor(
  robots: Robots,
  token: string,
): { readonly groups: readonly RobotsGroup[]; readonly agent: string } {
  const named = token === '' ? [] : robots.groups.filter(({ agents }) => agents.includes(token));
  if (named.length > 0) return { groups: named, agent: token };
  return { groups: robots.groups.filter(({ agents }) => agents.includes('*')), agent: '*' };
}

// A crawl asks for the same agent on every link, so the merged rules are kept as long as the file is.
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
  // "Allow: /docs/index.html" speaks of the page that visitors see as "/docs/". Not in the RFC, but what its authors'
  // parser and others do, and what the owner means.
  const folder = allow ? /^(.*\/)index\.html?$/.exec(pattern)?.[1] : undefined;
  return folder === undefined ? [rule] : [rule, { pattern: pathPattern(`${folder}$`), verdict }];
}
