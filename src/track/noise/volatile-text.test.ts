import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VolatileText } from './volatile-text.ts';

const split = (text: string): readonly string[] => text.split(' ');
const mismatch = (text: string, ...variants: readonly string[]) =>
  new VolatileText(variants.map(split)).mismatch(split(text));

describe('whether a text may be one more variant', () => {
  test('yes, with another value where values vary', () => {
    expect(mismatch('seen 3 times', 'seen 5 times', 'seen 9 times')).toBeNull();
    expect(mismatch('seen many more times', 'seen 5 times', 'seen 9 times')).toBeNull();
  });

  test('no, with different words beside them', () => {
    expect(mismatch('room 12 seen 3 times', 'room 14 seen 5 times', 'room 14 seen 9 times')).toEqual({
      missing: ['14'],
      extra: ['12'],
    });
    expect(mismatch('seen 3 times today', 'seen 5 times', 'seen 9 times')).toEqual({
      missing: [],
      extra: ['today'],
    });
  });

  test('a list of names may have any number of commas', () => {
    expect(mismatch('online: Eva', 'online: Ben , Ida', 'online: Tom , Max')).toBeNull();
  });

  test('more variants show what two of them shared by chance', () => {
    const variants = ['buy the boat now', 'buy the train now'];
    expect(mismatch('see a hill today', ...variants)).not.toBeNull();
    expect(new VolatileText(variants.map(split)).isWhole).toBe(false);
    expect(new VolatileText([...variants, 'fly to Rome'].map(split)).isWhole).toBe(true);
  });
});

test('every variant fits', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '1', '2', ','), { maxLength: 7 });
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (variants) => {
      const volatile = new VolatileText(variants);
      expect(volatile.mismatch(variants[0] ?? [])).toBeNull();
    }),
    { seed: 16, numRuns: 1000 },
  );
});
