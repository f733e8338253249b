import { partsOf } from './text-parts.ts';

/** A text in which what was found is marked. */
export function MarkedText({
  text,
  matches,
}: {
  readonly text: string;
  readonly matches: readonly string[];
}) {
  return partsOf(text, matches).map(({ text: part, isMatch, start }) =>
    isMatch ? <mark key={start}>{part}</mark> : <span key={start}>{part}</span>,
  );
}
