import { describe, expect, it } from 'vitest';
import { fitsShape, shapeOf } from './value-shape.ts';

describe('a shape of short plain values', () => {
  const shape = shapeOf(['ab12', 'cd345']);

  it.each([
    ['xy77', true],
    ['a1', true],
    ['abcdef1234', true],
    ['a', false],
    ['abcdef12345', false],
    ['AB12', false],
    ['ab-12', false],
  ])('%s: %s', (value, expected) => expect(fitsShape(shape, value)).toBe(expected));
});

describe('a shape of long random values', () => {
  const shape = shapeOf(['9682993c8daa2c5497996114facdc805', '60303ae22b998861bce3b28f33eec1be75']);

  it.each([
    ['2c26b46b68ffc68ff99b453c1d304134', true],
    ['2c26b46b68ffc68ff99b', true],
    ['springcollection', false],
    ['20241116', false],
  ])('%s: %s', (value, expected) => expect(fitsShape(shape, value)).toBe(expected));

  it('takes a value of the only length there is, even when it reads like words', () => {
    const sameLength = shapeOf(['9682993c8daa2c54', '60303ae22b998861']);
    expect(fitsShape(sameLength, 'springcollection')).toBe(true);
  });
});

it('base64url may have signs that the samples do not show', () => {
  const shape = shapeOf(['k3J9xQ2mZ8aBcD1e', 'P0wR7tY5uLqWeR2t']);
  expect(fitsShape(shape, 'k3J9xQ2-Z8aB_D1e')).toBe(true);
  expect(fitsShape(shape, 'k3J9xQ2.Z8aB.D1e')).toBe(false);
});
