/** For each place of the first sequence its match in the second, or -1. Matches never cross. */
export type Matches = Int32Array;

/** A stretch of each of two sequences. */
export interface Gap {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** With more differences than this, the whole gap counts as replaced. */
const mostDifferences = 192;

/**
 * E. Myers, "An O(ND) difference algorithm and its variations" (1986); gives up after `mostDifferences`. Writes into
 * `matches` and returns the number of steps it took.
 */
export function shortestEdit(a: Int32Array, b: Int32Array, gap: Gap, matches: Matches): number {
  const { fromA, fromB } = gap;
  const sizeA = gap.toA - fromA;
  const sizeB = gap.toB - fromB;
  const limit = Math.min(mostDifferences, sizeA + sizeB);
  const reach = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  let work = 0;
  for (let d = 0; d <= limit; d++) {
    trace.push(reach.slice(limit - d, limit + d + 3));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (reach[limit + k] as number) < (reach[limit + k + 2] as number));
      let x = down ? (reach[limit + k + 2] as number) : (reach[limit + k] as number) + 1;
      while (x < sizeA && x - k < sizeB && a[fromA + x] === b[fromB + x - k]) {
        x++;
        work++;
      }
      reach[limit + k + 1] = x;
      work++;
      if (x >= sizeA && x - k >= sizeB) {
        walkBack(trace, d, sizeA, sizeB, fromA, fromB, matches);
        return work;
      }
    }
  }
  return work;
}

/** `trace[d]` holds the reach before round d for the diagonals -d-1 to d+1. */
function walkBack(
  trace: readonly Int32Array[],
  differences: number,
  sizeA: number,
  sizeB: number,
  fromA: number,
  fromB: number,
  matches: Matches,
): void {
  let x = sizeA;
  let y = sizeB;
  for (let d = differences; d >= 0; d--) {
    const reach = trace[d] as Int32Array;
    const at = (diagonal: number): number => reach[diagonal + d + 1] as number;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const previous = down ? k + 1 : k - 1;
    const startX = d === 0 ? 0 : at(previous);
    const startY = startX - previous;
    const afterX = d === 0 ? 0 : down ? startX : startX + 1;
    while (x > afterX) matches[fromA + --x] = fromB + --y;
    x = startX;
    y = startY;
  }
}
