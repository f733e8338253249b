import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortestEdit } from './align-sequences.ts';

test('as many values are matched as possible', () => {
  const common = (a: readonly number[], b: readonly number[]): number => {
    const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
    for (let i = 1; i <= a.length; i++) {
      for (let j = 1; j <= b.length; j++) {
        const row = best[i] as number[];
        const above = best[i - 1] as number[];
        row[j] = a[i - 1] === b[j - 1] ? (above[j - 1] ?? 0) + 1 : Math.max(above[j] ?? 0, row[j - 1] ?? 0);
      }
    }
    return best[a.length]?.[b.length] ?? 0;
  };
  const sequence = fc.array(fc.nat(3), { maxLength: 30 });
  fc.assert(
    fc.property(sequence, sequence, (a, b) => {
      const matches = new Int32Array(a.length).fill(-1);
      const whole = { fromA: 0, toA: a.length, fromB: 0, toB: b.length };
      shortestEdit(Int32Array.from(a), Int32Array.from(b), whole, matches);
      expect(matches.every((place, i) => place === -1 || b[place] === a[i])).toBe(true);
      expect(matches.filter((place) => place >= 0)).toHaveLength(common(a, b));
    }),
    { seed: 3, numRuns: 500 },
  );
});
