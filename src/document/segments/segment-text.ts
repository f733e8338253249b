import { composeSegment, splitTokens } from './compose-segment.ts';
import type { Segment, SegmentKind } from './segment.ts';

/** A block of more lines is a listing: each of its lines is a leaf. */
const longestParagraph = 40;

/** How lines begin that stand for themselves, in Markdown and in plain texts that look like it. */
const heading = /^ {0,3}#{1,6}\s/;
const item = /^\s*(?:[-*+•]|\d{1,9}[.)])\s/;
const row = /^\s*\|/;

/**
 * The segments of a plain text: paragraphs between empty lines, long blocks line by line. Headings, items of lists and rows
 * of tables need no empty line.
 */
export function segmentText(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  const add = (kind: SegmentKind, content: string): void => {
    const tokens = splitTokens(content);
    if (tokens.length === 0) return;
    const path = `text/p[${segments.length + 1}]`;
    segments.push(composeSegment(kind, path, tokens, content.replace(/\s+/g, ' ').trim()));
  };
  let block: string[] = [];
  let kind: SegmentKind = 'paragraph';
  const endBlock = (): void => {
    if (block.length > longestParagraph) for (const line of block) add(kind, line);
    else if (block.length > 0) add(kind, block.join('\n'));
    block = [];
    kind = 'paragraph';
  };
  for (const line of text.split(/\r\n|[\n\r\f]/)) {
    const begins = kindOf(line);
    if (begins !== null || line.trim() === '') endBlock();
    if (begins !== null) kind = begins;
    if (line.trim() !== '') block.push(line);
    if (begins === 'heading' || begins === 'cell') endBlock();
  }
  endBlock();
  return segments;
}

/** What the line begins; null when it goes on with what is there. */
function kindOf(line: string): SegmentKind | null {
  if (heading.test(line)) return 'heading';
  if (item.test(line)) return 'item';
  return row.test(line) ? 'cell' : null;
}

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
