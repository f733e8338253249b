import { expect, test } from 'vitest';
import { isMoreOfTheSame, isOtherText } from '../engine/explorer.ts';

test.each([
  ['another paragraph', '<p>One</p>', '<p>One</p><p>Two</p>', true],
  ['the next number', '<p>Ticket 1</p>', '<p>Ticket 2</p>', true],
  ['other words', '<p>Spring</p>', '<p>Autumn</p>', false],
  ['less', '<p>One</p><p>Two</p>', '<p>One</p>', false],
])('%s', (_, before, after, expected) => expect(isMoreOfTheSame(before, after)).toBe(expected));

test.each([
  ['another saying', '<h1>Oracle</h1><p>Yes.</p>', '<h1>Oracle</h1><p>Ask later.</p>', true],
  ['a list of other entries', '<li>One</li><li>Two</li>', '<li>Three</li><li>Four</li>', false],
  ['a saying more', '<p>Yes.</p>', '<p>Yes.</p><p>No.</p>', false],
])('%s in one place', (_, before, after, expected) => expect(isOtherText(before, after)).toBe(expected));
