import { expect, test } from 'vitest';
import { nearestWord } from './did-you-mean.ts';

const known = ['name', 'source', 'depth', 'bandwidth', 'requestsPerMinute', 'open', 'user', 'by'];

test.each([
  ['dept', 'depth'],
  ['detph', 'depth'],
  ['Bandwith', 'bandwidth'],
  ['band-width', 'bandwidth'],
  ['requests_per_minute', 'requestsPerMinute'],
  ['requestPerMinutes', 'requestsPerMinute'],
  ['nmae', 'name'],
  ['bye', 'by'],
])('"%s" probably means "%s"', (word, meant) => {
  expect(nearestWord(word, known)).toBe(meant);
});

test.each([
  ['url', 'source'],
  ['goto', 'open'],
  ['max_depth', 'depth'],
  ['Username', 'user'],
])('"%s" is what other tools call "%s"', (word, meant) => {
  expect(nearestWord(word, known)).toBe(meant);
});

test.each(['colour', 'x', 'zz', 'dpht', 'bandits', ''])('"%s" means none of them', (word) => {
  expect(nearestWord(word, known)).toBeNull();
});

test('a word of another tool is suggested only where it is known', () => {
  expect(nearestWord('url', ['depth'])).toBeNull();
});

test('of several words, the closest is meant', () => {
  expect(nearestWord('page', ['pages', 'stage', 'pages2'])).toBe('pages');
});

test('a word of which every letter is wrong is a different word', () => {
  expect(nearestWord('q', ['p'])).toBeNull();
});

test.each(['constructor', 'valueOf', '__proto__'])('"%s" means nothing', (word) => {
  expect(nearestWord(word, known)).toBeNull();
});
