import type { WordChange } from '../../track/index.ts';

export interface WordLimits {
  /** Characters of unchanged text that are kept beside a change. */
  readonly context: number;
  /** Characters of one added or removed run. */
  readonly longest: number;
}

/** The changed words with as much of the rest as tells where they stand. */
export function shortenWords(
  words: readonly WordChange[],
  { context, longest }: WordLimits,
): readonly WordChange[] {
  return words.map(({ kind, text }, place) => {
    if (kind !== 'same') return { kind, text: keepEnds(text, longest, 0) };
    const before = place === 0 ? 0 : context;
    const after = place === words.length - 1 ? 0 : context;
    // Nothing but unchanged words: a segment that moved, or whose links are others.
    return {
      kind,
      text: before + after === 0 ? keepEnds(text, 2 * context, 0) : keepEnds(text, before, after),
    };
  });
}

/** The first and last characters, cut between words. */
function keepEnds(text: string, head: number, tail: number): string {
  if (text.length <= head + tail + 20) return text;
  const start = text.slice(0, head).replace(/\S*$/u, '');
  const end = tail === 0 ? '' : text.slice(-tail).replace(/^\S*/u, '');
  return `${start}${/\s$/.test(start) || start === '' ? '' : ' '}…${end}`;
}
