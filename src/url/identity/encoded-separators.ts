/** Embedded URLs nest: `&` is `%26` one level down, `%2526` two levels down. Deeper than this nobody looks. */
export const MAX_LEVEL = 3;

const ENCODED: Readonly<Record<string, string>> = {
  '/': '2F',
  '?': '3F',
  ';': '3B',
  '&': '26',
  '=': '3D',
  ':': '3A',
};

function pattern(separators: string, level: number): RegExp {
  if (level === 0) return new RegExp(`[${separators}]`, 'g');
  const codes = [...separators].map((separator) => ENCODED[separator]).join('|');
  return new RegExp(`%${'25'.repeat(level - 1)}(?:${codes})`, 'gi');
}

function perLevel(separators: string): readonly RegExp[] {
  return Array.from({ length: MAX_LEVEL + 1 }, (_, level) => pattern(separators, level));
}

const PATTERNS = {
  path: perLevel('/'),
  matrix: perLevel(';'),
  query: perLevel('?'),
  parameter: perLevel('&;'),
  equals: perLevel('='),
  scheme: Array.from({ length: MAX_LEVEL + 1 }, (_, level) => {
    const [colon, slash] =
      level === 0 ? [':', '/'] : [':', '/'].map((c) => `%${'25'.repeat(level - 1)}${ENCODED[c]}`);
    return new RegExp(`[a-z][a-z0-9+.-]*${colon}${slash}${slash}`, 'iy');
  }),
} as const;

/** A separator found in a text: its first position and the position after it. */
export interface Separator {
  readonly start: number;
  readonly end: number;
}

/** The first separator of that kind in `text[from, to)`, or null. */
export function findSeparator(
  kind: Exclude<keyof typeof PATTERNS, 'scheme'>,
  text: string,
  from: number,
  to: number,
  level: number,
): Separator | null {
  const regex = PATTERNS[kind][level];
  if (regex === undefined) return null;
  regex.lastIndex = from;
  const match = regex.exec(text);
  if (match === null || match.index >= to) return null;
  return { start: match.index, end: regex.lastIndex };
}

/** The position after `scheme://` when the text has one at `from`, else null. */
export function skipScheme(text: string, from: number, level: number): number | null {
  const regex = PATTERNS.scheme[level];
  if (regex === undefined) return null;
  regex.lastIndex = from;
  return regex.test(text) ? regex.lastIndex : null;
}
