/** How often each word occurs. */
export type Tally = ReadonlyMap<string, number>;

export function tally(words: readonly string[]): Tally {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

export function intersection(one: Tally, other: Tally): Tally {
  const both = [...one].map(([word, count]) => [word, Math.min(count, other.get(word) ?? 0)] as const);
  return new Map(both.filter(([, count]) => count > 0));
}

/** What one has and the other has not, from both sides. */
export function difference(one: Tally, other: Tally): Tally {
  const words = new Set([...one.keys(), ...other.keys()]);
  const counts = [...words].map(
    (word) => [word, Math.abs((one.get(word) ?? 0) - (other.get(word) ?? 0))] as const,
  );
  return new Map(counts.filter(([, count]) => count > 0));
}

export function union(...tallies: readonly Tally[]): Tally {
  const counts = new Map<string, number>();
  for (const each of tallies)
    for (const [word, count] of each) counts.set(word, Math.max(count, counts.get(word) ?? 0));
  return counts;
}
