/** The natural logarithm of the number of ways to choose some of many. */
function choices(of: number, count: number): number {
  let sum = 0;
  for (let taken = 1; taken <= count; taken++) sum += Math.log((of - count + taken) / taken);
  return sum;
}

/** How likely it is that another draw of `count` items has the very same ones. */
export function chanceOfSameDraw(pool: number, count: number): number {
  return count > pool ? 1 : Math.exp(-choices(pool, count));
}

/** How likely it is that two draws, of `first` and of `second` items, share at least `shared` of them. */
export function chanceOfSharing(pool: number, first: number, second: number, shared: number): number {
  if (Math.max(first, second) > pool) return 1;
  const all = choices(pool, second);
  let chance = 0;
  for (let both = shared; both <= Math.min(first, second); both++) {
    if (second - both > pool - first) continue;
    chance += Math.exp(choices(first, both) + choices(pool - first, second - both) - all);
  }
  return Math.min(chance, 1);
}
