import { hashText, type Segment } from '../../document/index.ts';
import { hunksOf } from './hunks.ts';
import { comparableTokens } from './leaf-tokens.ts';
import type { SegmentRule } from './volatile-rule.ts';

/** The leaf before a change, if there was one, and after it, each with the Date of its answer. */
export interface TextChange {
  readonly before: Segment | null;
  readonly beforeAt: number | null;
  readonly after: Segment;
  readonly afterAt: number | null;
}

/**
 * Whether earlier twins drew what a leaf says now. Of a line that is drawn in part, only the part says nothing: "€ 25 (with
 * tax)" that became "€ 27 (with tax)" is a price, though the line was seen like that before, here or on another page.
 */
export function knowsText(rule: SegmentRule, { before, beforeAt, after, afterAt }: TextChange): boolean {
  const text = hashText(after);
  if (rule.texts.includes(text)) return true;
  if (before === null || rule.lines?.includes(text) !== true) return false;
  const drawn = new Set(rule.words);
  return hunksOf(...comparableTokens(before, beforeAt, after, afterAt)).every(({ removed, added }) =>
    [...removed, ...added].every((word) => drawn.has(word)),
  );
}
