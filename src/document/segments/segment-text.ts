import { composeSegment } from './compose-segment.ts';
import type { Segment, SegmentKind } from './segment.ts';
import { splitTokens } from './split-tokens.ts';

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
