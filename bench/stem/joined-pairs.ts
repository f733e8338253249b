/** How well a stemmer joins the forms of words. */
export interface JoinedPairs {
  /** Pairs of forms of one word, and how many of them have the same stem. */
  readonly pairs: number;
  readonly joined: number;
  /** Pairs of forms with the same stem that are forms of no common word. */
  readonly wrong: number;
}

/** `words` are lists of forms; a form may belong to several. */
export function joinedPairs(
  words: readonly (readonly string[])[],
  stem: (form: string) => string,
): JoinedPairs {
  const byStem = new Map<string, Map<string, Set<number>>>();
  let pairs = 0;
  let joined = 0;
  for (const [word, forms] of words.entries()) {
    pairs += pairsOf(forms.length);
    const counts = new Map<string, number>();
    for (const form of forms) {
      const found = stem(form);
      counts.set(found, (counts.get(found) ?? 0) + 1);
      const ofStem = byStem.get(found) ?? new Map<string, Set<number>>();
      byStem.set(found, ofStem);
      ofStem.set(form, (ofStem.get(form) ?? new Set()).add(word));
    }
    for (const count of counts.values()) joined += pairsOf(count);
  }
  let wrong = 0;
  for (const forms of byStem.values()) {
    const wordsOf = [...forms.values()];
    for (const [place, one] of wordsOf.entries())
      for (const other of wordsOf.slice(place + 1)) if (one.isDisjointFrom(other)) wrong++;
  }
  return { pairs, joined, wrong };
}

const pairsOf = (count: number): number => (count * (count - 1)) / 2;
