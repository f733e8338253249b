import { expect, test } from 'vitest';
import { regularUrls } from './regular-urls.ts';

test('regular URLs are those of every session, in the order of the first', () => {
  const sessions = [
    ['/c', '/a', '/b', '/a', '/gone'],
    ['/new', '/b', '/a', '/c'],
    ['/a', '/c', '/b', '/b'],
  ];
  expect(regularUrls(sessions)).toEqual(['/c', '/a', '/b']);
});

test('one session is regular by itself, and no session has none', () => {
  expect(regularUrls([['/a', '/a']])).toEqual(['/a']);
  expect(regularUrls([])).toEqual([]);
  expect(regularUrls([['/a'], []])).toEqual([]);
});
