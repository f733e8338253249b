/** One allow or disallow line of a robots.txt file. */
export interface RobotsRule {
  readonly allow: boolean;
  /** The path pattern as the site wrote it; an empty one decides nothing. */
  readonly pattern: string;
  /** The line as written, without comment: what a report shows when this rule decides (X6). */
  readonly text: string;
  /** Counted from 1. */
  readonly lineNumber: number;
}

/** A crawl-delay line holds for the agents named before it: see `parse-robots.ts`. */
export interface CrawlDelay {
  readonly seconds: number;
  /** The first so many of the group's agents. */
  readonly agentCount: number;
}

/** RFC 9309 section 2.1: one or more user-agent lines and the rules that follow them. */
export interface RobotsGroup {
  /** Product tokens in lower case, or `*`. */
  readonly agents: readonly string[];
  readonly rules: readonly RobotsRule[];
  readonly crawlDelays: readonly CrawlDelay[];
}

/** What a site's robots.txt says, or what its absence means. */
export interface Robots {
  readonly groups: readonly RobotsGroup[];
  /** Values of the sitemap lines, as written. They belong to no group. */
  readonly sitemaps: readonly string[];
  /** Set when no file could be read and one answer holds for every path (RFC 9309 section 2.3.1). */
  readonly blanket: { readonly allowed: boolean; readonly because: string } | null;
}

export const noRules: Robots = { groups: [], sitemaps: [], blanket: null };

export const everythingAllowed = (because: string): Robots => ({
  ...noRules,
  blanket: { allowed: true, because },
});

export const everythingDisallowed = (because: string): Robots => ({
  ...noRules,
  blanket: { allowed: false, because },
});
