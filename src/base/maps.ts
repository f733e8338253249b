/** Returns the value of a key, and creates it on first use. */
export function getOrInsert<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Adds 1 to the count of a key. */
export function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The key with the highest count, the first one on a tie; null when there is none. */
export function mostFrequent<Key>(counts: ReadonlyMap<Key, number>): Key | null {
  let best: Key | null = null;
  let most = 0;
  for (const [key, count] of counts) if (count > most) [best, most] = [key, count];
  return best;
}
