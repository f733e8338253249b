import { expect, test } from 'vitest';
import { nonsenseAddress } from './replaced-pages.ts';

const inFolder = (url: string) => nonsenseAddress(url, { querySelects: false });
const inQuery = (url: string) => nonsenseAddress(url, { querySelects: true });

test('another name in the same folder, of the same kind', () => {
  expect(inFolder('https://example.org/news/tides.html')).toMatch(
    /^https:\/\/example\.org\/news\/[a-p]{14}\.html$/,
  );
  expect(inFolder('https://example.org/news/tides?page=2#top')).toMatch(/\/news\/[a-p]{14}$/);
  expect(inFolder('https://example.org/')).toMatch(/^https:\/\/example\.org\/[a-p]{14}$/);
});

test('impossible values in the same query', () => {
  expect(inQuery('https://example.org/show?id=17&name=tide')).toMatch(
    /^https:\/\/example\.org\/show\?id=9\d{8}&name=[a-p]{14}$/,
  );
});

test('always the same for an address', () => {
  expect(inFolder('https://example.org/a')).toBe(inFolder('https://example.org/a'));
  expect(inFolder('https://example.org/a')).not.toBe(inFolder('https://example.org/b'));
});
