import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PageContent, sizedSignature, strictSignature, urlSignature } from './equivalence-classes.ts';

describe('the signature as published', () => {
  // RFC 1321, appendix A.5.
  test.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ])('of %j is its MD5', (text, digest) => {
    expect(urlSignature(text)).toBe(digest);
  });

  test('reads text as UTF-8', () => {
    expect(urlSignature('é')).toBe('66ddcd97cfdeabb2f6fb8a999b4bc76f');
  });

  test('with the page size distinguishes pages with the same text', () => {
    expect(sizedSignature('a', 1024)).toBe(sizedSignature('a', 1024));
    expect(sizedSignature('a', 1024)).not.toBe(sizedSignature('a', 2048));
    expect(sizedSignature('a', null)).not.toBe(sizedSignature('a', 0));
  });
});

describe('the strict signature', () => {
  const page: PageContent = { text: 'a', links: ['http://h/1', 'http://h/2'], images: ['http://h/i'] };
  const others: readonly (readonly [string, PageContent])[] = [
    ['the text', { ...page, text: 'b' }],
    ['a link', { ...page, links: ['http://h/1', 'http://h/3'] }],
    ['the order of links', { ...page, links: ['http://h/2', 'http://h/1'] }],
    ['a repeated link', { ...page, links: ['http://h/1', 'http://h/1', 'http://h/2'] }],
    ['an image', { ...page, images: ['http://h/j'] }],
    ['where an address stands', { ...page, links: ['http://h/1'], images: ['http://h/2', 'http://h/i'] }],
    ['where the text ends', { ...page, text: 'ahttp://h/1', links: ['http://h/2'] }],
    ['how links are cut', { ...page, links: ['http://h/1,http://h/2'] }],
    ['whether links are known', { ...page, links: null }],
  ];

  test.each(others)('depends on %s', (_, other) => {
    expect(strictSignature(other)).not.toBe(strictSignature(page));
  });

  test('is equal only for equal contents, whatever they contain', () => {
    // Few and short, so that equal contents, and contents that are equal when joined, do occur.
    const awkward = fc.string({ unit: fc.constantFrom('"', ',', '\\', '\ud800'), maxLength: 1 });
    const list = fc.option(fc.array(awkward, { maxLength: 2 }));
    const content = fc.record({ text: awkward, links: list, images: list }, { noNullPrototype: true });
    let equal = 0;
    fc.assert(
      fc.property(content, content, (one, other) => {
        const same = isDeepStrictEqual(one, other);
        if (same) equal += 1;
        expect(strictSignature(one) === strictSignature(other)).toBe(same);
      }),
      { seed: 1321, numRuns: 10_000 },
    );
    expect(equal).toBeGreaterThan(20);
  });
});
