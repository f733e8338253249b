import { expect, test } from 'vitest';
import { ReceivedHeaders } from './response-headers.ts';

test('HTTP/2 headers are listed from their values, and several of a name stay apart', () => {
  const headers = new ReceivedHeaders({ 'x-one': 'a', 'x-two': ['b', 'cc'], 'x-none': undefined }, null);
  expect(headers.list()).toEqual([
    ['x-one', 'a'],
    ['x-two', 'b'],
    ['x-two', 'cc'],
  ]);
  expect(headers.size).toBe('x-onea'.length + 'x-twob'.length + 'x-twocc'.length);
});
