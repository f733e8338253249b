import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DrawnLeaf } from './drawn-leaf.ts';

const split = (text: string): readonly string[] => text.split(' ');
const misfit = (text: string, ...draws: readonly string[]) =>
  new DrawnLeaf(draws.map(split)).misfit(split(text));

describe('whether a text may have been drawn like the others', () => {
  test('another value where values are drawn', () => {
    expect(misfit('seen 3 times', 'seen 5 times', 'seen 9 times')).toBeNull();
    expect(misfit('seen many more times', 'seen 5 times', 'seen 9 times')).toBeNull();
  });

  test('not with other words beside them', () => {
    expect(misfit('room 12 seen 3 times', 'room 14 seen 5 times', 'room 14 seen 9 times')).toEqual({
      news: ['14'],
      lost: ['12'],
    });
    expect(misfit('seen 3 times today', 'seen 5 times', 'seen 9 times')).toEqual({
      news: [],
      lost: ['today'],
    });
  });

  test('a list of names has as many commas as it likes', () => {
    expect(misfit('online: Eva', 'online: Ben , Ida', 'online: Tom , Max')).toBeNull();
  });

  test('more draws tell what two had in common by chance', () => {
    const draws = ['buy the boat now', 'buy the train now'];
    expect(misfit('see a hill today', ...draws)).not.toBeNull();
    expect(new DrawnLeaf(draws.map(split)).isWhole).toBe(false);
    expect(new DrawnLeaf([...draws, 'fly to Rome'].map(split)).isWhole).toBe(true);
  });
});

test('every draw fits the leaf that it is a draw of', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '1', '2', ','), { maxLength: 7 });
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (draws) => {
      const leaf = new DrawnLeaf(draws);
      expect(leaf.misfit(draws[0] ?? [])).toBeNull();
    }),
    { seed: 16, numRuns: 1000 },
  );
});
