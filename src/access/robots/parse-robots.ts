import { Buffer } from 'node:buffer';

/** RFC 9309 section 2.5: a crawler must parse at least 500 KiB; the rest of a larger file is not read. */
export const robotsByteLimit = 500 * 1024;

/** One allow or disallow line of a robots.txt file. */
export interface RobotsRule {
  readonly allow: boolean;
  /** The path pattern as the site wrote it; an empty one decides nothing. */
  readonly pattern: string;
  /** The line as written, without comment: reports show it when this rule decides. */
  readonly text: string;
  /** Counted from 1. */
  readonly lineNumber: number;
}

/** A crawl-delay line applies to the agents named before it: see `addCrawlDelay`. */
interface CrawlDelay {
  readonly seconds: number;
  /** It applies to this many agents, from the first of the group. */
  readonly agentCount: number;
}

/** RFC 9309 section 2.1: one or more user-agent lines and the rules that follow them. */
export interface RobotsGroup {
  /** Product tokens in lower case, or `*`. */
  readonly agents: readonly string[];
  readonly rules: readonly RobotsRule[];
  readonly crawlDelays: readonly CrawlDelay[];
}

/** One answer for every path, because there is no file, or because it could not be read. */
interface RobotsBlanket {
  readonly allowed: boolean;
  readonly because: string;
  /** The problem with the site when nothing is allowed: "does not answer". */
  readonly trouble?: string;
}

/** What a site's robots.txt says, or what its absence means. */
export interface Robots {
  readonly groups: readonly RobotsGroup[];
  /** Values of the sitemap lines, as written. They belong to no group. */
  readonly sitemaps: readonly string[];
  /** Set when there is no file to read: one answer then applies to every path (RFC 9309 section 2.3.1). */
  readonly blanket: RobotsBlanket | null;
}

interface OpenGroup {
  readonly agents: string[];
  readonly rules: RobotsRule[];
  readonly crawlDelays: CrawlDelay[];
}

/**
 * Reads a robots.txt file. Never throws: lines that make no sense are ignored, and a web page in its place has no rules. Groups are merged later, for
 * one agent only (`is-allowed.ts`): for 20,000 agents and rules, merging would take 400 million steps.
 */
export function parseRobots(content: string | Uint8Array): Robots {
  const groups: OpenGroup[] = [];
  const sitemaps: string[] = [];
  let group: OpenGroup | null = null;
  let lineNumber = 0;
  for (const line of linesOf(content)) {
    lineNumber++;
    const read = readRobotsLine(line);
    if (read === null) continue;
    switch (read.field) {
      case 'user-agent':
        // Only a rule ends the list of agents; other records must not interfere with groups (section 2.2.4).
        if (group === null || group.rules.length > 0) {
          group = { agents: [], rules: [], crawlDelays: [] };
          groups.push(group);
        }
        group.agents.push(productToken(read.value));
        break;
      case 'allow':
      case 'disallow':
        // Rules before the first user-agent line belong to no agent (section 2.1).
        group?.rules.push({
          allow: read.field === 'allow',
          pattern: read.value,
          text: read.text,
          lineNumber,
        });
        break;
      case 'crawl-delay':
        addCrawlDelay(group, read.value);
        break;
      case 'sitemap':
        if (read.value !== '') sitemaps.push(read.value);
        break;
    }
  }
  return { groups: groups satisfies readonly RobotsGroup[], sitemaps, blanket: null };
}

/**
 * "User-agent: a, Crawl-delay: 10, User-agent: *, Disallow: /x" is one group by the RFC, but the author meant the delay for `a` alone. So a delay
 * applies only to the agents named before it.
 */
function addCrawlDelay(group: OpenGroup | null, value: string): void {
  if (group === null || !/^\d{1,9}(?:\.\d{0,9})?$|^\.\d{1,9}$/.test(value)) return;
  group.crawlDelays.push({ seconds: Number(value), agentCount: group.agents.length });
}

function linesOf(content: string | Uint8Array): readonly string[] {
  const bytes =
    typeof content === 'string'
      ? Buffer.from(content, 'utf8')
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const text = bytes.toString('utf8', 0, Math.min(bytes.length, robotsByteLimit));
  const lines = text.split(/\r\n|\r|\n/);
  // The last line may be cut: "Disallow: /" of "Disallow: /private" would forbid far more.
  return bytes.length > robotsByteLimit ? lines.slice(0, -1) : lines;
}

/** The kind of a line. Lines with an unknown field are ignored (RFC 9309 section 2.2.4). */
type RobotsField = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap';

interface RobotsLine {
  readonly field: RobotsField;
  readonly value: string;
  /** The line without comment and surrounding space. */
  readonly text: string;
}

// Includes the misspellings that the large crawlers obey: the owner's intent is plain.
const fields: ReadonlyMap<string, RobotsField> = new Map([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
]);

/** Longer than any known field: avoids lower-casing the megabyte that a hostile line may have before its colon. */
const longestField = 16;

/** Reads one line; null when it is empty, a comment, or has no known field. */
export function readRobotsLine(line: string): RobotsLine | null {
  const hash = line.indexOf('#');
  // `trim` also removes a byte order mark.
  const text = (hash < 0 ? line : line.slice(0, hash)).trim();
  const colon = text.indexOf(':');
  if (colon >= 0)
    return lineWithField(text.slice(0, colon).trimEnd(), text.slice(colon + 1).trimStart(), text);
  // A forgotten colon: "Disallow /private". More than two words are prose.
  const space = text.search(/[ \t]/);
  if (space < 0) return null;
  const value = text.slice(space).trimStart();
  return /[ \t]/.test(value) ? null : lineWithField(text.slice(0, space), value, text);
}

function lineWithField(name: string, value: string, text: string): RobotsLine | null {
  if (name.length > longestField) return null;
  const field = fields.get(name.toLowerCase());
  return field === undefined ? null : { field, value, text };
}

/**
 * The name by which robots.txt addresses a crawler, in lower case (RFC 9309 section 2.2.1). The RFC allows letters,
 * `_` and `-`; digits and letters beyond ASCII occur in practice and are kept. What follows (`/1.0`, a space) is not
 * part of the name. `*` stays itself; a text without a name gives ''.
 */
export function productToken(text: string): string {
  const trimmed = text.trim();
  if (/^\*(?:\s|$)/.test(trimmed)) return '*';
  return (/^[\w\-\u0080-\uffff]*/.exec(trimmed)?.[0] ?? '').toLowerCase();
}
