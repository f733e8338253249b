import { asMap, asText } from '../draft/draft.ts';
import type { Plain } from '../draft/edit-file.ts';

const GLOB = 'glob: ';

/** A pattern of addresses as a line: a regular expression, or `glob: https://example.org/**`. */
export function patternText(pattern: Plain): string {
  const { glob, regex } = asMap(pattern);
  if (glob !== undefined) return `${GLOB}${asText(glob)}`;
  return asText(regex ?? pattern);
}

export const patternWritten = (line: string): Plain =>
  line.startsWith(GLOB) ? { glob: line.slice(GLOB.length).trim() } : line;
