import { composeSegment, splitTokens } from './compose-segment.ts';
import type { Segment, SegmentKind } from './segment.ts';

/** A block of more lines is a listing: each of its lines is a leaf. */
const longestParagraph = 40;

/** How lines begin that are leaves of their own, in Markdown and in plain texts that look like it. */
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

/** What the line begins; null when it continues the block. */
function kindOf(line: string): SegmentKind | null {
  if (heading.test(line)) return 'heading';
  if (item.test(line)) return 'item';
  return row.test(line) ? 'cell' : null;
}

/** Longer lines are split: in a line of a thousand letters nobody sees which of them changed. */
const longestLine = 500;

/** Whether a text of this media type is made for programs: then lines count, not paragraphs. */
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
 * The segments of a text made of records, such as CSV, JSON, XML or a style sheet: its lines. A line without letters and
 * digits (a closing bracket) belongs to the line before it.
 */
export function segmentRecords(text: string): readonly Segment[] {
  const pieces: Piece[] = [];
  for (const [number, line] of text.split(/\r\n|[\n\r\f]/).entries()) {
    const parts = line.length > longestLine ? splitLongLine(line) : [line];
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

/** Splits after the signs that end something, but not within quotes. */
function splitLongLine(line: string): readonly string[] {
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
