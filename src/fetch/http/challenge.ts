/** One way that a server offers to log in (RFC 9110, section 11.6.1). */
export interface Challenge {
  /** In lower case: `basic`, `digest`. */
  readonly scheme: string;
  /** By lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const item = new RegExp(
  `\\s*(?:(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${token}))|(${token})(?=\\s|,|$)(?!\\s*=)(?:\\s+([A-Za-z0-9._~+/-]+=*)(?=\\s*(?:,|$)))?)\\s*,?`,
  'y',
);

/**
 * Reads `WWW-Authenticate`. One line may hold several challenges, and commas part both them and their parameters, so a
 * name without `=` begins the next one. Reading ends at the first thing that fits neither.
 */
export function parseChallenges(line: string): readonly Challenge[] {
  const found: { scheme: string; parameters: Map<string, string> }[] = [];
  item.lastIndex = 0;
  while (item.lastIndex < line.length) {
    const match = item.exec(line);
    if (match === null || match[0] === '') break;
    const [, name, quoted, plain, scheme] = match;
    if (scheme !== undefined) {
      found.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    } else if (name !== undefined) {
      found.at(-1)?.parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
    }
  }
  return found;
}
