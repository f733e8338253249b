import { composeSegment } from './compose-segment.ts';
import type { Segment } from './segment.ts';
import { splitTokens } from './split-tokens.ts';

/** A block of more lines is a listing: each of its lines is a leaf. */
const longestParagraph = 40;

/** The segments of a plain text: paragraphs between empty lines, long blocks line by line. */
export function segmentText(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  const add = (content: string): void => {
    const tokens = splitTokens(content);
    if (tokens.length === 0) return;
    const path = `text/p[${segments.length + 1}]`;
    segments.push(composeSegment('paragraph', path, tokens, content.replace(/\s+/g, ' ').trim()));
  };
  let block: string[] = [];
  const endBlock = (): void => {
    if (block.length > longestParagraph) for (const line of block) add(line);
    else if (block.length > 0) add(block.join('\n'));
    block = [];
  };
  for (const line of text.split(/\r\n|[\n\r\f]/)) {
    if (line.trim() === '') endBlock();
    else block.push(line);
  }
  endBlock();
  return segments;
}
