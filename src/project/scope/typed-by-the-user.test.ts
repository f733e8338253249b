import { expect, test } from 'vitest';
import { linkTo } from './candidate.example.ts';
import { typedByTheUser } from './typed-by-the-user.ts';

test('a seed is accepted, a link left to other rules', () => {
  expect(typedByTheUser.decide(linkTo('http://example.org/a.zip', { kind: 'seed' }))).toBe('accept');
  expect(typedByTheUser.decide(linkTo('http://example.org/a.zip'))).toBe('none');
});
