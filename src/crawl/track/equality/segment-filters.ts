import { RE2JS, RE2JSSyntaxException } from 're2js';
import { composeSegment, type Segment } from '../../../document/index.ts';

/** A segment without its mark-up and links; nothing when it has no words, or readers do not see it. */
export function withoutMarkup({ kind, path, text, tokens }: Segment): readonly Segment[] {
  const words = tokens.filter((token) => !isTag(token));
  if (words.length === 0 || kind === 'description') return [];
  return [composeSegment(kind, path, words, text)];
}

/** All text on one line: it does not matter how words are divided into paragraphs. */
export function joinedText(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join(' ');
}

/** Returns a segment without the ignored text; null when nothing else is left. */
export type TextFilter = (segment: Segment) => Segment | null;

/** Removes everything that the patterns match. Throws SyntaxError for an invalid pattern. */
export function ignoreText(patterns: readonly string[]): TextFilter {
  const compiled = patterns.map(compile);
  return (segment) => {
    const isIgnored = matchedCharacters(segment.text, compiled);
    if (isIgnored === null) return segment;
    const tokens = remainingTokens(segment, isIgnored);
    if (tokens.every(isTag) && segment.links.length === 0) return null;
    const text = remainingParts(segment.text, 0, isIgnored).join(' ').replace(/\s+/g, ' ').trim();
    return composeSegment(segment.kind, segment.path, tokens, text, segment.links);
  };
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (cause) {
    if (!(cause instanceof RE2JSSyntaxException)) throw cause;
    throw new SyntaxError(`"${pattern}" is not a valid pattern: ${cause.getDescription()}`, { cause });
  }
}

/** 1 for each character of the text that some pattern matches; null when none does. */
function matchedCharacters(text: string, patterns: readonly RE2JS[]): Uint8Array | null {
  let found: Uint8Array | null = null;
  for (const pattern of patterns) {
    const matcher = pattern.matcher(text);
    while (matcher.find()) {
      if (matcher.end() === matcher.start()) continue;
      found ??= new Uint8Array(text.length);
      found.fill(1, matcher.start(), matcher.end());
    }
  }
  return found;
}

/** Tokens come in the order of the text. Of a word that is matched in part, the rest remains. */
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

/** The parts that are not ignored of a text that begins at `start`. */
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

/** `<b>` and `</b>`. A `<` of the text itself is a token of its own. */
const isTag = (token: string): boolean => token.length > 1 && token.startsWith('<');
