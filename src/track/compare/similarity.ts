/** The part of two token lists that is shared, from 0 to 1 (Dice, with repetitions). Two empty lists are alike. */
export function similarity(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const token of a) counts.set(token, (counts.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of b) {
    const left = counts.get(token) ?? 0;
    if (left === 0) continue;
    counts.set(token, left - 1);
    shared++;
  }
  return (2 * shared) / (a.length + b.length);
}
