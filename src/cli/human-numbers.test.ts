import { expect, test } from 'vitest';
import { humanBytes, humanDuration } from './human-numbers.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [1_400_000, '1.4 MB'],
  [2_500_000_000_000_000, '2500.0 TB'],
])('%d bytes are %s', (bytes, text) => expect(humanBytes(bytes)).toBe(text));

test.each([
  [3200, '3.2 s'],
  [59_900, '59.9 s'],
  [60_000, '1 min 0 s'],
  [250_000, '4 min 10 s'],
  [7_500_000, '2 h 5 min'],
])('%d ms are %s', (ms, text) => expect(humanDuration(ms)).toBe(text));
