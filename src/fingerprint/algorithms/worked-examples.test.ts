import { describe, expect, it } from 'vitest';
import { shingleFeatures, shingles } from '../features/shingles.ts';
import { broder } from './broder.ts';
import { bitsOf, crawlhash } from './crawlhash.ts';

const friends = 'Hello friends! This is my personal website.';
const world = 'Hello world! This is my personal website.';

describe('the worked examples of the paper', () => {
  it('D1: five shingles of three words', () => {
    expect(shingles(friends, 'words', 3)).toEqual([
      'Hellofriends!This',
      'friends!Thisis',
      'Thisismy',
      'ismypersonal',
      'mypersonalwebsite.',
    ]);
    expect(shingles('Hello friends!', 'words', 3)).toEqual([]);
  });

  it('D2: both fingerprints bit for bit, the second as the algorithm gives it', () => {
    const { fingerprint, distance } = crawlhash();
    expect(bitsOf(fingerprint(friends))).toBe('01101100101010011110100010010100');
    expect(bitsOf(fingerprint(world))).toBe('01110111001011011100110010010111');
    expect(distance(fingerprint(friends), fingerprint(world))).toBe(10);
  });

  it('D3: a similarity of 3/7', () => {
    const { fingerprint, distance } = broder();
    expect(1 - distance(fingerprint(friends), fingerprint(world))).toBeCloseTo(3 / 7, 12);
  });

  it('D3: one word of three replaced leaves half, whichever word it is', () => {
    const { fingerprint, distance } = broder({ features: shingleFeatures('words', 1) });
    const between = (a: string, b: string) => distance(fingerprint(a), fingerprint(b));
    expect(between('Just or a', 'a or flesh')).toBe(0.5);
    expect(between('a or flesh', 'flesh or wound')).toBe(0.5);
  });
});
