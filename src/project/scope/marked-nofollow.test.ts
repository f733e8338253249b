import { expect, test } from 'vitest';
import { linkTo } from './candidate.example.ts';
import { markedNofollow } from './marked-nofollow.ts';

test('a nofollow link is rejected, another one left to other rules', () => {
  expect(markedNofollow.decide(linkTo('http://example.org/', { nofollow: true }))).toBe('reject');
  expect(markedNofollow.decide(linkTo('http://example.org/'))).toBe('none');
});
