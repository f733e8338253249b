import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortOrLong } from '../../test/fixtures/short-or-long.ts';
import { type ReadDocument, readDocument, scanHtml } from '../document/index.ts';
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

/** Links that are the same on several pages, and some of each kind that are treated apart. */
const parts = [
  ...[
    '',
    'a',
    'a#x',
    'a#y',
    ' a ',
    '/a',
    '../a',
    '?q',
    '#x',
    'http:a',
    'http://[',
    'HTTP://other.example/a',
    'a:b',
    'x&amp;y',
    'é?é',
  ].flatMap((href) => [
    `<a href="${href}">`,
    `<a rel=nofollow href="${href}">`,
    `<img src="${href}">`,
    `<iframe src="${href}"></iframe>`,
    `<link rel=next href="${href}">`,
  ]),
  '<a>',
  '<form action=a>',
  '<link rel=preconnect href=/a>',
  '<meta http-equiv=refresh content="0; url=a">',
  '<style>p { a: url(a) }</style>',
  '<img srcset="a 1x, b 2x">',
];
const pageOf = (base: string) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((chosen) => base + chosen.join(''));
const addresses = [
  'http://e.example/',
  'http://e.example/d/',
  'http://e.example/d/a',
  'http://e.example/d/b?q',
  'http://e.example/d/..',
];

test('links that are known from other pages lead where they lead without that knowledge', () => {
  const bases = ['', '<base href=/c/>', '<base href=data:x>'];
  const page = fc.constantFrom(...bases).chain(pageOf);
  fc.assert(
    fc.property(
      page,
      fc.constantFrom(...addresses),
      fc.constantFrom('utf-8', 'latin1'),
      (html, url, charset) => {
        const body = Buffer.from(html);
        const document = readDocument(body, `text/html; charset=${charset}`) as ReadDocument & {
          type: 'html';
        };
        const scanned = { ...document, html: scanHtml(body, document.charset.charset) };
        expect(documentLinks(document, url)).toEqual(documentLinks(scanned, url));
        expect(documentLinks(document, url, { most: 3 })).toEqual(documentLinks(scanned, url, { most: 3 }));
      },
    ),
    { seed: 20_261_121, numRuns: shortOrLong(3_000, 30_000) },
  );
});

test('a link that several pages of a folder have is resolved once', () => {
  const linkOf = (url: string) =>
    documentLinks(readDocument(Buffer.from('<a href=once>'), 'text/html'), url).links[0];
  expect(linkOf('http://once.example/d/a')).toBe(linkOf('http://once.example/d/b'));
  expect(linkOf('http://once.example/d/a')).not.toBe(linkOf('http://once.example/e/a'));
});
