import { expect, test } from 'vitest';
import { isMoreOfTheSame } from './more-of-the-same.ts';

test.each([
  ['another paragraph', '<p>One</p>', '<p>One</p><p>Two</p>', true],
  ['the next number', '<p>Ticket 1</p>', '<p>Ticket 2</p>', true],
  ['other words', '<p>Spring</p>', '<p>Autumn</p>', false],
  ['less', '<p>One</p><p>Two</p>', '<p>One</p>', false],
])('%s', (_, before, after, expected) => expect(isMoreOfTheSame(before, after)).toBe(expected));
