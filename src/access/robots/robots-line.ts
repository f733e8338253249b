/** What a line of robots.txt is about. Lines of no known field are ignored (RFC 9309 section 2.2.4). */
export type RobotsField = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap';

export interface RobotsLine {
  readonly field: RobotsField;
  readonly value: string;
  /** The line without comment and surrounding space. */
  readonly text: string;
}

// Misspellings that the large crawlers obey. The owner's wish is plain, so it counts here too.
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

/** Longer than any known field: spares lower-casing the megabyte that a hostile line may put before its colon. */
const longestField = 16;

/** Reads one line; null when it is empty, a comment, or about something we do not know. */
export function readRobotsLine(line: string): RobotsLine | null {
  const hash = line.indexOf('#');
  const text = (hash < 0 ? line : line.slice(0, hash)).trim();
  const colon = text.indexOf(':');
  if (colon >= 0) return known(text.slice(0, colon).trimEnd(), text.slice(colon + 1).trimStart(), text);
  // A forgotten colon: "Disallow /private". More than two words are prose.
  const space = text.search(/[ \t]/);
  if (space < 0) return null;
  const value = text.slice(space).trimStart();
  return /[ \t]/.test(value) ? null : known(text.slice(0, space), value, text);
}

function known(name: string, value: string, text: string): RobotsLine | null {
  if (name.length > longestField) return null;
  const field = fields.get(name.toLowerCase());
  return field === undefined ? null : { field, value, text };
}
