import { expect, test } from 'vitest';
import { documentType, readDocument } from './read-document.ts';

test.each([
  ['text/html', 'x', 'html'],
  ['Text/HTML; charset=utf-8', 'x', 'html'],
  ['application/xhtml+xml', '<html/>', 'html'],
  ['text/css', 'a{}', 'css'],
  ['application/rss+xml', '<rss/>', 'feed'],
  ['application/xml', '<?xml version="1.0"?><!-- x > y --><urlset>', 'sitemap'],
  ['text/xml', '\u{feff}<sm:sitemapindex>', 'sitemap'],
  ['text/xml', '<!DOCTYPE x><feed>', 'feed'],
  ['text/xml', '<rdf:RDF>', 'feed'],
  ['text/xml', '<html xmlns="x">', 'html'],
  ['text/xml', '<other/>', 'text'],
  ['application/json', '{}', 'text'],
  ['application/ld+json', '{}', 'text'],
  ['text/plain', 'x', 'text'],
  ['text/plain', '<html>', 'text'],
  ['text/plain', '<?xml version="1.0"?><rss>', 'feed'],
  ['text/plain', 'a\0b', 'other'],
  ['text/csv', 'a,b', 'text'],
  ['text/csv', 'a\0b', 'other'],
  ['image/png', '<html>', 'other'],
  ['application/octet-stream', 'x', 'other'],
  [null, '  <!DOCTYPE html>', 'html'],
  [null, '<p>x', 'html'],
  ['', '<urlset>', 'sitemap'],
  ['nonsense', 'x', 'text'],
  [null, '\u{89}PNG\r\n\u{1a}\n\0', 'other'],
  [null, '', 'text'],
])('%s %j is %s', (contentType, body, type) => {
  expect(documentType(Buffer.from(body), contentType)).toBe(type);
  expect(readDocument(Buffer.from(body), contentType).type).toBe(type);
});

test('a page is read in its encoding', () => {
  const read = readDocument(
    Buffer.from('<title>caf\u{e9}</title>', 'latin1'),
    'text/html; charset=iso-8859-1',
  );
  expect(read).toMatchObject({ type: 'html', html: { title: 'café' }, charset: { how: 'header' } });
});

test('XHTML is read by the rules of XML', () => {
  const read = readDocument(Buffer.from('<html><script/><p>x</p></html>'), 'application/xhtml+xml');
  expect(read).toMatchObject({ type: 'html', html: { bodyText: 'x' } });
});

test('a style sheet gives its links', () => {
  const read = readDocument(Buffer.from('@import "a"; b { c: url(d) }'), 'text/css');
  expect(read).toMatchObject({
    links: [
      { kind: 'stylesheet', url: 'a' },
      { kind: 'css', url: 'd' },
    ],
  });
});
