import type { RE2JS } from 're2js';
import { compilePattern, composeSegment, PatternSteps, type Segment } from '../../../document/index.ts';

/** A segment without its markup and links; nothing when it has no words, or when it is invisible. */
export function withoutMarkup({ kind, path, text, tokens }: Segment): readonly Segment[] {
  const words = tokens.filter((token) => !isTag(token));
  if (words.length === 0 || kind === 'description') return [];
  return [composeSegment(kind, path, words, text)];
}

/** All text on one line: it does not matter how words are divided into paragraphs. */
export function joinedText(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join(' ');
}

/** The segments of a page without the ignored text, and without segments that have no other text; null for a page on which the patterns would take too long. */
export type TextFilter = (segments: readonly Segment[]) => readonly Segment[] | null;

/** Removes everything that the patterns match. Throws SyntaxError for an invalid pattern. */
export function ignoreText(patterns: readonly string[]): TextFilter {
  const compiled = patterns.map(compilePattern);
  return (segments) => {
    const steps = new PatternSteps();
    const rest: Segment[] = [];
    for (const segment of segments) {
      const isIgnored = matchedCharacters(segment.text, compiled, steps);
      if (isIgnored === 'too costly') return null;
      const left = remainsOf(segment, isIgnored);
      if (left !== null) rest.push(left);
    }
    return rest;
  };
}

function remainsOf(segment: Segment, isIgnored: Uint8Array | null): Segment | null {
  if (isIgnored === null) return segment;
  const tokens = remainingTokens(segment, isIgnored);
  if (tokens.every(isTag) && segment.links.length === 0) return null;
  const text = remainingParts(segment.text, 0, isIgnored).join(' ').replace(/\s+/g, ' ').trim();
  return composeSegment(segment.kind, segment.path, tokens, text, segment.links);
}

/** 1 for each character of the text that some pattern matches; null when none does. */
function matchedCharacters(
  text: string,
  patterns: readonly RE2JS[],
  steps: PatternSteps,
): Uint8Array | null | 'too costly' {
  let found: Uint8Array | null = null;
  for (const pattern of patterns) {
    const matcher = pattern.matcher(text);
    for (let at = 0; ; at = matcher.end()) {
      // Counted to the end of the text: a pattern such as x(.*y)? searches for the y up to there, at each x again.
      if (!steps.allows(pattern, text.length - at)) return 'too costly';
      if (!matcher.find()) break;
      if (matcher.end() === matcher.start()) continue;
      found ??= new Uint8Array(text.length);
      found.fill(1, matcher.start(), matcher.end());
    }
  }
  return found;
}

/** Tokens are in the order of the text. When only a part of a word matches, the rest remains. */
function remainingTokens({ text, tokens }: Segment, isIgnored: Uint8Array): readonly string[] {
  let at = 0;
  return tokens.flatMap((token) => {
    if (isTag(token)) return [token];
    const start = text.indexOf(token, at);
    if (start < 0) return [token];
    at = start + token.length;
    return remainingParts(token, start, isIgnored);
  });
}

/** The parts of a text that are not ignored; the text begins at `start`. */
function remainingParts(text: string, start: number, isIgnored: Uint8Array): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && isIgnored[start + i] !== 1) continue;
    if (i > from) parts.push(text.slice(from, i));
    from = i + 1;
  }
  return parts;
}

/** `<b>` and `</b>`. A `<` in the text itself is a token of its own. */
const isTag = (token: string): boolean => token.length > 1 && token.startsWith('<');
