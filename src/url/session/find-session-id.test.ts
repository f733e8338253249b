import { describe, expect, it } from 'vitest';
import { findSessionIdCandidates } from './find-session-id.ts';

describe('FIND-SID', () => {
  it('goes on to shorter links while the longest have nothing in common', () => {
    const links = [
      'http://a/a-very-long-address-of-some-page-without-anything',
      'http://b/another-very-long-address-of-a-different-page',
      'http://c/?s=0123456789',
      'http://d/?s=0123456789',
    ];
    expect(findSessionIdCandidates(links, 10)).toEqual([{ text: '0123456789', count: 2 }]);
  });

  it('ends with none when the links run out', () => {
    expect(findSessionIdCandidates(['http://a/1', 'http://b/2', 'http://c/3'], 8)).toEqual([]);
    expect(findSessionIdCandidates(['http://a/12345678'], 8)).toEqual([]);
    expect(findSessionIdCandidates([], 8)).toEqual([]);
  });
});
