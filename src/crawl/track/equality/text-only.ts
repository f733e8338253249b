import { composeSegment, type Segment } from '../../../document/index.ts';

/** A leaf with nothing but its words and signs; nothing when it has none, or when readers do not see it. */
export function withoutMarkup({ kind, path, text, tokens }: Segment): readonly Segment[] {
  const words = tokens.filter((token) => !isTag(token));
  if (words.length === 0 || kind === 'description') return [];
  return [composeSegment(kind, path, words, text)];
}

/** Title and text of a page on one line: how the words are spread over paragraphs does not matter. */
export function textOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join(' ');
}

/** `<b>` and `</b>`; a `<` of the text itself stands alone. */
export const isTag = (token: string): boolean => token.length > 1 && token.startsWith('<');
