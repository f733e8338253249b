import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkResolver, normalizeUrl } from './normalize-url.ts';

describe('resolving the links of a page', () => {
  it.each([
    ['http://e.org/a/b/c.html', '../d.html', 'http://e.org/a/d.html'],
    ['http://e.org/a/b/c.html', 'd;x=1', 'http://e.org/a/b/d;x=1'],
    ['http://e.org/a/b/c.html?q#f', '/x/../y', 'http://e.org/y'],
    ['http://e.org/', '../../x', 'http://e.org/x'],
    ['http://e.org/a//b', '../x', 'http://e.org/a/x'],
    ['http://e.org/a/b', '', 'http://e.org/a/b'],
    ['http://e.org/a/b', 'mailto:x@e.org', 'mailto:x@e.org'],
    ['http://e.org/a/b', '//other.org/x', 'http://other.org/x'],
    ['HTTP://E.org:80/a/../b/c', 'd', 'http://e.org/b/d'],
  ])('from %s, %s leads to %s', (base, link, url) => expect(linkResolver(base)(link)).toBe(url));

  it('gives what the parser and the rules give', () => {
    const piece = fc.constantFrom(
      'a',
      'b.html',
      '..',
      '.',
      '/',
      '//',
      '../',
      './',
      '?',
      'x=1',
      '#f',
      ':',
      ';',
      '%7e',
      '%2e',
      ' ',
      'é',
      '@',
      '\\',
      'http:',
      '=',
      '(',
      '...',
      '.a',
    );
    const link = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    const base = fc.array(piece, { maxLength: 6 }).map((pieces) => `http://e.org/${pieces.join('')}`);
    fc.assert(
      fc.property(base, link, (from, to) => {
        const answer = (resolve: () => string) => {
          try {
            return resolve();
          } catch (error) {
            return (error as Error).message;
          }
        };
        expect(answer(() => linkResolver(from)(to))).toBe(answer(() => normalizeUrl(to, { base: from })));
      }),
      { seed: 3986, numRuns: 50_000 },
    );
  });
});
