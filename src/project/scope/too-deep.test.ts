import { expect, test } from 'vitest';
import { linkTo } from './candidate.example.ts';
import { tooDeep } from './too-deep.ts';

const at = (depth: number, kind: 'page' | 'image' = 'page') =>
  tooDeep(3).decide(linkTo('http://example.org/', { depth, kind }));

test('the last allowed level is followed, the next is not', () => {
  expect(at(3)).toBe('none');
  expect(at(4)).toBe('reject');
});

test('the pictures of the deepest page belong to it', () => {
  expect(at(4, 'image')).toBe('none');
  expect(at(5, 'image')).toBe('reject');
});
