import { expect, test } from 'vitest';
import { candidateFor, candidateKind } from './candidate.ts';

const link = { depth: 2, kind: 'page', referrerHost: 'example.org', nofollow: false } as const;

test('a candidate knows the parts of its URL', () => {
  expect(candidateFor('https://example.org:8443/a/b.html?x=1&y=2', link)).toEqual({
    url: 'https://example.org:8443/a/b.html?x=1&y=2',
    scheme: 'https',
    host: 'example.org:8443',
    path: '/a/b.html',
    query: 'x=1&y=2',
    ...link,
  });
});

test('a scheme without a host is a candidate too, so that a rule can say why it is left out', () => {
  expect(candidateFor('mailto:someone@example.org', link)).toMatchObject({ scheme: 'mailto', host: '' });
});

test('there is no candidate for what is not a URL', () => {
  expect(candidateFor('http://', link)).toBeNull();
});

test.each([
  ['page', 'page'],
  ['refresh', 'page'],
  ['next', 'page'],
  ['prev', 'page'],
  ['alternate', 'page'],
  ['canonical', 'canonical'],
  ['sitemap', 'listed'],
  ['image', 'image'],
  ['media', 'asset'],
  ['stylesheet', 'asset'],
  ['object', 'asset'],
  ['css', 'asset'],
  ['resource', 'asset'],
  ['related', null],
  ['cite', null],
] as const)('a link of kind %s is a candidate of kind %s', (link, kind) => {
  expect(candidateKind(link)).toBe(kind);
});

test('frames are pages, icons are images, scripts are assets, forms lead nowhere', () => {
  expect(candidateKind('frame')).toBe('page');
  expect(candidateKind('icon')).toBe('image');
  expect(candidateKind('script')).toBe('asset');
  expect(candidateKind('form')).toBeNull();
});
