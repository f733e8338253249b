import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeUrl, UrlError } from '../url/index.ts';
import { resolvedLinks } from './resolved-links.ts';

/** What the parser alone says. */
function expected(link: string, base: string): string | null {
  try {
    return normalizeUrl(link, { base });
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

const folders = ['https://a.test/', 'https://a.test/b/', 'https://a.test/b\\c/', 'http://a.test/b/../c/'];
const files = [
  '',
  'x.html',
  'y.html',
  '..',
  '.',
  '%2e%2e',
  'a\\b',
  'z?q=1/2',
  'z#/r/',
  'a b',
  'é.html',
  'v;s=1',
];
const links = [
  ...[
    '',
    '?p=2',
    ' ?p=2',
    '#top',
    'c.html',
    './c.html',
    '../c.html',
    '../../c.html',
    'c/d/',
    '/e',
    '//b.test/f',
  ],
  ...[
    'https://b.test/g',
    'https:?p=2',
    'https:h',
    'http://',
    'mailto:a@b.test',
    'a:b',
    '..',
    '.',
    'c.html?p=2',
    'é',
  ],
];

describe('the links of a page', () => {
  test('lead where the parser says, whatever page of the folder was read before', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom(...folders), fc.constantFrom(...files), fc.constantFrom(...links)),
          { minLength: 1, maxLength: 30 },
        ),
        (asked) => {
          for (const [folder, file, link] of asked) {
            const base = folder + file;
            expect([base, link, resolvedLinks(base)(link)]).toEqual([base, link, expected(link, base)]);
          }
        },
      ),
      { seed: 46, numRuns: 400 },
    );
  });

  test('never say who logs in', () => {
    expect(resolvedLinks('https://a.test/')('https://user:secret@b.test/x')).toBe('https://b.test/x');
  });
});
