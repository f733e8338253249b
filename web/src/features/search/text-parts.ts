interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
  readonly start: number;
}

/** Splits a text at its matches, which are in the order of the text. */
export function partsOf(text: string, matches: readonly string[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  const take = (to: number, isMatch: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), isMatch, start: from });
    from = to;
  };
  for (const match of matches) {
    const place = text.indexOf(match, from);
    if (match === '' || place < 0) continue;
    take(place, false);
    take(place + match.length, true);
  }
  take(text.length, false);
  return parts;
}
