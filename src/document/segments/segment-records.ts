import { composeSegment } from './compose-segment.ts';
import type { Segment } from './segment.ts';
import { splitTokens } from './split-tokens.ts';

/** What a program wrote into one line is taken apart: nobody sees in a line of a thousand letters which of them changed. */
const longestLine = 500;

/** Whether texts of this media type are for programs: then lines count, not paragraphs. */
export function isMadeOfRecords(contentType: string | null): boolean {
  return /^[^;]*[/+](?:csv|tab-separated-values|json|xml|css|yaml|x-yaml|javascript)\s*(?:;|$)/i.test(
    contentType ?? '',
  );
}

interface Piece {
  readonly path: string;
  text: string;
}

/**
 * The segments of a text that is made of records, as CSV, JSON, XML and style sheets are: its lines. Lines of signs only (closing
 * brackets) belong to the line before them.
 */
export function segmentRecords(text: string): readonly Segment[] {
  const pieces: Piece[] = [];
  for (const [number, line] of text.split(/\r\n|[\n\r\f]/).entries()) {
    const parts = line.length > longestLine ? takeApart(line) : [line];
    for (const [place, part] of parts.entries()) {
      const before = pieces.at(-1);
      if (before !== undefined && !/[\p{L}\p{N}]/u.test(part)) before.text += `\n${part}`;
      else pieces.push({ path: pathOf(number, place, parts.length), text: part });
    }
  }
  return pieces.flatMap(({ path, text: content }) => {
    const tokens = splitTokens(content);
    if (tokens.length === 0) return [];
    return [composeSegment('line', path, tokens, content.replace(/\s+/g, ' ').trim())];
  });
}

const ends = new Set(',;{}[]>');

/** Behind the signs that end something, but not within quotes. */
function takeApart(line: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? '';
    if (sign === '\\') at++;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && ends.has(sign)) {
      parts.push(line.slice(from, at + 1));
      from = at + 1;
    }
  }
  return from < line.length ? [...parts, line.slice(from)] : parts;
}

function pathOf(line: number, part: number, parts: number): string {
  return parts === 1 ? `text/line[${line + 1}]` : `text/line[${line + 1}]/part[${part + 1}]`;
}
