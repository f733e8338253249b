import { describe, expect, it } from 'vitest';
import { isPlainWord, isReadable, looksRandom } from './looks-random.ts';

describe('a value that a program generated', () => {
  it.each([
    'k3J9xQ2mZ8',
    '9682993c8daa2c54',
    'abc12def34',
    'qmyrcedtxvbn',
    '12345678901234',
    'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    '%6b3J9xQ2mZ8',
    'aB3dE6gH',
  ])('%s', (value) => expect(looksRandom(value)).toBe(true));
});

describe('a value that a person could have chosen', () => {
  it.each([
    '',
    '42',
    'k3J9xQ2',
    '1234567890123',
    'running-shoes',
    'iphone14promax',
    '2024_spring',
    'springcollection',
    'twoWordsTogether',
    'version-20241116',
  ])('%s', (value) => expect(looksRandom(value)).toBe(false));
});

it('short letters, and letters in a usual order and case, are a word', () => {
  for (const word of ['a', 'abc', 'Morning', 'MORNING', 'twoWords']) expect(isPlainWord(word)).toBe(true);
  for (const noise of ['qmyrcedt', 'mOrNiNg', 'bcdfgh']) expect(isPlainWord(noise)).toBe(false);
});

it('words and numbers alternate at most twice in readable text', () => {
  for (const text of ['iphone14', 'iphone14pro', '14pro', '2024-11-16']) expect(isReadable(text)).toBe(true);
  for (const text of ['ab12cd34', 'IgARM13q', '123456789']) expect(isReadable(text)).toBe(false);
});
