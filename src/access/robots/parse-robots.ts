import { Buffer } from 'node:buffer';
import { productToken } from './product-token.ts';
import type { CrawlDelay, Robots, RobotsGroup, RobotsRule } from './robots.ts';
import { readRobotsLine } from './robots-line.ts';

/** RFC 9309 section 2.5: a crawler must parse at least 500 KiB; the rest of a larger file is not read. */
export const robotsByteLimit = 500 * 1024;

interface OpenGroup {
  readonly agents: string[];
  readonly rules: RobotsRule[];
  readonly crawlDelays: CrawlDelay[];
}

/**
 * Reads a robots.txt file. Never throws: lines that make no sense are ignored, and a web page in its place says nothing.
 * Groups stay apart here and are merged for the one agent that asks (`is-allowed.ts`): merging for all of them would
 * cost a hostile file of 20,000 agents and 20,000 rules 400 million steps.
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
        // Rules before the first user-agent line belong to nobody (section 2.1).
        group?.rules.push({
          allow: read.field === 'allow',
          pattern: read.value,
          text: read.text,
          lineNumber,
        });
        break;
      case 'crawl-delay':
        noteCrawlDelay(group, read.value);
        break;
      case 'sitemap':
        if (read.value !== '') sitemaps.push(read.value);
        break;
    }
  }
  return { groups: groups satisfies readonly RobotsGroup[], sitemaps, blanket: null };
}

/**
 * "User-agent: a, Crawl-delay: 10, User-agent: *, Disallow: /x" is one group to the RFC, which knows no delays, but its
 * author meant the delay for `a` alone. So a delay holds for the agents that stand before it.
 */
function noteCrawlDelay(group: OpenGroup | null, value: string): void {
  if (group === null || !/^\d{1,9}(?:\.\d{0,9})?$|^\.\d{1,9}$/.test(value)) return;
  group.crawlDelays.push({ seconds: Number(value), agentCount: group.agents.length });
}

function linesOf(content: string | Uint8Array): readonly string[] {
  const bytes =
    typeof content === 'string'
      ? Buffer.from(content, 'utf8')
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = bytes.toString('utf8', hasByteOrderMark ? 3 : 0, Math.min(bytes.length, robotsByteLimit));
  const lines = text.split(/\r\n|\r|\n/);
  // Half a line could say far more than the whole one: "Disallow: /" of "Disallow: /private".
  return bytes.length > robotsByteLimit ? lines.slice(0, -1) : lines;
}
