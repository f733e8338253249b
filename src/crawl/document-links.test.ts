import { expect, test } from 'vitest';
import { readDocument } from '../document/index.ts';
import { documentLinks, MOST_LINKS } from './document-links.ts';

const linksOf = (count: number, href: (place: number) => string) =>
  documentLinks(
    readDocument(
      Buffer.from(Array.from({ length: count }, (_, place) => `<a href="${href(place)}">x</a>`).join('')),
      'text/html',
    ),
    'https://example.org/',
  );

test('of a page with more links than anybody follows, the first are followed and the others counted', () => {
  const all = 300_000;
  const { links, tooMany } = linksOf(all, (place) => `/page-${place}`);
  expect(links).toHaveLength(MOST_LINKS);
  expect(links.at(-1)?.url).toBe(`https://example.org/page-${MOST_LINKS - 1}`);
  expect(tooMany).toBe(all - MOST_LINKS);
});

test('a page that often links to the same addresses has no link too many', () => {
  const { links, tooMany } = linksOf(200_000, (place) => `/page-${place % 10}#${place}`);
  expect(links).toHaveLength(10);
  expect(tooMany).toBe(0);
});
