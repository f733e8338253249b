import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCommonSubstrings, findSessionIdCandidates } from './find-session.ts';

/** FIND-CS as printed, with the erratum: slow, but with the same result. */
function asPublished(a: string, b: string, k: number): Set<string> {
  const special = ';/?=&%#';
  const found = new Set<string>();
  for (let i = 0; i + k <= b.length; i++) {
    const t = b.slice(i, i + k);
    const after = b.charAt(i + k);
    if ([...t].some((c) => special.includes(c)) || !(after === '' || special.includes(after))) continue;
    if (a.includes(t)) found.add(t);
  }
  return found;
}

describe('FIND-CS', () => {
  it('finds what both strings have before a special character or the end', () => {
    expect([...findCommonSubstrings('x/abcd?y', 'z/abcd&w=cd', 4)]).toEqual(['abcd']);
    expect([...findCommonSubstrings('x/abcd?y', 'z/abcd&w=cd', 2)]).toEqual(['cd']);
  });

  it('never crosses a special character', () => {
    expect([...findCommonSubstrings('ab/cd', 'ab/cd', 4)]).toEqual([]);
  });

  it('finds nothing for a length that no string has', () => {
    expect([...findCommonSubstrings('abc', 'abc', 0)]).toEqual([]);
    expect([...findCommonSubstrings('abc', 'abc', 9)]).toEqual([]);
  });

  it('agrees with the published algorithm', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aab/;=?&%#'), maxLength: 30 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 5 }), (a, b, k) => {
        expect(findCommonSubstrings(a, b, k)).toEqual(asPublished(a, b, k));
      }),
      { seed: 2006, numRuns: 2000 },
    );
  });
});

describe('FIND-SID', () => {
  it('continues with shorter links when the longest have nothing in common', () => {
    const links = [
      'http://a/a-very-long-address-of-some-page-without-anything',
      'http://b/another-very-long-address-of-a-different-page',
      'http://c/?s=0123456789',
      'http://d/?s=0123456789',
    ];
    expect(findSessionIdCandidates(links, 10)).toEqual([{ text: '0123456789', count: 2 }]);
  });

  it('compares the third and the fourth link, and not the second and the third', () => {
    const links = [
      'http://a/a-very-long-address-of-some-page-without-anything',
      'http://b/the-second-longest-address?s=aaaaaaaaaa',
      'http://c/?s=aaaaaaaaaa&t=bbbbbbbbbb',
      'http://d/?t=bbbbbbbbbb',
    ];
    expect(findSessionIdCandidates(links, 10)).toEqual([{ text: 'bbbbbbbbbb', count: 2 }]);
  });

  it('finds none when the links run out', () => {
    expect(findSessionIdCandidates(['http://a/1', 'http://b/2', 'http://c/3'], 8)).toEqual([]);
    expect(findSessionIdCandidates(['http://a/12345678'], 8)).toEqual([]);
    expect(findSessionIdCandidates([], 8)).toEqual([]);
  });
});
