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
  return text.replace(/\s+/gu, ' ').replace(unprintable, '\u{fffd}').trim();
}

/** At most so many characters, with a mark where something is missing. Never cuts a character in two. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...new Intl.Segmenter().segment(text.slice(0, most + 20))];
  let end = 0;
  for (const { index, segment } of characters) {
    if (index + segment.length > most - 1) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}
