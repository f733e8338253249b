import { expect, it } from 'vitest';
import { randomOf } from './random.ts';

it('the same name gives the same choices, another name different ones', () => {
  const drawn = (name: string): string => randomOf(name).text('0123456789abcdef', 32);
  expect(drawn('one')).toBe(drawn('one'));
  expect(drawn('one')).not.toBe(drawn('two'));
});

it('shuffling keeps every item', () => {
  const list = Array.from({ length: 50 }, (_, index) => index);
  const shuffled = randomOf('cards').shuffle(list);
  expect(shuffled).not.toEqual(list);
  expect(shuffled.toSorted((one, other) => one - other)).toEqual(list);
});
