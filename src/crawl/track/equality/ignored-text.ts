import { RE2JS, RE2JSSyntaxException } from 're2js';
import { composeSegment, type Segment } from '../../../document/index.ts';
import { isTag } from './text-only.ts';

/** A leaf without the ignored text; null when nothing else was in it. */
export type IgnoredText = (segment: Segment) => Segment | null;

/** What the patterns match is taken out of every leaf before versions are compared. Throws SyntaxError. */
export function ignoredText(patterns: readonly string[]): IgnoredText {
  const compiled = patterns.map(compile);
  return (segment) => {
    const isIgnored = charactersOf(segment.text, compiled);
    if (isIgnored === null) return segment;
    const tokens = tokensLeft(segment, isIgnored);
    if (tokens.every(isTag) && segment.links.length === 0) return null;
    const text = leftOf(segment.text, 0, isIgnored).join(' ').replace(/\s+/g, ' ').trim();
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

/** Which characters of the text some pattern matches; null when there is none. */
function charactersOf(text: string, patterns: readonly RE2JS[]): Uint8Array | null {
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

/** Words and signs stand in the text in their order; of a word that is matched in part, the rest is left. */
function tokensLeft({ text, tokens }: Segment, isIgnored: Uint8Array): readonly string[] {
  let at = 0;
  return tokens.flatMap((token) => {
    if (isTag(token)) return [token];
    const start = text.indexOf(token, at);
    if (start < 0) return [token];
    at = start + token.length;
    return leftOf(token, start, isIgnored);
  });
}

/** The parts of a text that are not ignored, which stands at `start` of the leaf's. */
function leftOf(text: string, start: number, isIgnored: Uint8Array): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && isIgnored[start + i] !== 1) continue;
    if (i > from) parts.push(text.slice(from, i));
    from = i + 1;
  }
  return parts;
}
