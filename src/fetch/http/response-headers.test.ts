import { expect, test } from 'vitest';
import { HeaderList } from './response-headers.ts';

test('headers are found in any spelling, and several of a name stay apart', () => {
  const pairs = [
    ['X-One', 'a'],
    ['x-two', 'b'],
    ['X-Two', 'cc'],
  ] as const;
  const headers = new HeaderList(pairs);
  expect(headers.list()).toEqual(pairs);
  expect(headers.get('x-ONE')).toBe('a');
  expect(headers.get('x-two')).toBe('b, cc');
  expect(headers.all('X-TWO')).toEqual(['b', 'cc']);
  expect(headers.get('constructor')).toBeNull();
  expect(headers.all('x-none')).toEqual([]);
});
