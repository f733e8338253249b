/** A run of text in one style. The text is plain: each medium escapes it in its own way. */
export interface Span {
  readonly text: string;
  readonly style: 'plain' | 'strong' | 'removed' | 'added';
  /** Where it leads, for a link. */
  readonly url?: string;
}

export type Line = readonly Span[];

export const plain = (text: string): Span => ({ text, style: 'plain' });

/** Control characters, and those that change the direction of writing. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text from a stranger's page on one line, with nothing in it that a medium could take for a command. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/gu, ' ').replace(unprintable, '\u{fffd}').trim();
}

const characters = new Intl.Segmenter();

/** At most so many characters, with a mark where something is missing. Never cuts a character in two. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Only the character at the cut matters: a character of many code points is at most so long.
  const from = Math.max(0, most - 40);
  let end = from;
  for (const { index, segment } of characters.segment(text.slice(from, most + 20))) {
    if (from + index + segment.length > most - 1) break;
    end = from + index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Text without the spaces around it, and whether there were any. */
export function unpadded(text: string): {
  readonly start: string;
  readonly inner: string;
  readonly end: string;
} {
  const inner = text.trim();
  return {
    start: inner !== '' && text.trimStart().length < text.length ? ' ' : '',
    inner,
    end: text.trimEnd().length < text.length ? ' ' : '',
  };
}
