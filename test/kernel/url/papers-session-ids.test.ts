import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findCommonSubstrings, findSession, pairLinks } from '../../../src/url/index.ts';

// The links of the paper on session ids, figure 6, and of the Smart Crawler paper, section 4.2.3.
const links = (file: string) =>
  readFileSync(new URL(`../../fixtures/data/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
const first = links('amazon-first-visit.txt');
const second = links('amazon-second-visit.txt');

describe('the worked example of the papers', () => {
  it('FIND-CS on links 9 and 10 gives the two candidates', () => {
    expect([...findCommonSubstrings(first[8] ?? '', first[9] ?? '', 19)]).toEqual([
      '002-9355727-0611208',
      'PS2V6KKYBZ34F3RK1PJ',
    ]);
  });

  it('FIND-SID counts 14 and 5 links', () => {
    expect(findSession(first, null, { length: 19 })).toMatchObject({
      a: '002-9355727-0611208',
      candidates: [
        { text: '002-9355727-0611208', count: 14 },
        { text: 'PS2V6KKYBZ34F3RK1PJ', count: 5 },
      ],
    });
  });

  it('the length need not be told', () => {
    const id = { length: 19, a: '002-9355727-0611208', b: '104-5791018-2027935' };
    expect(findSession(first, second)).toMatchObject(id);
    expect(findSession(first)).toMatchObject({ ...id, b: null });
  });

  it('pairs 1 to 9, 11 to 14 and 16; the token that changes on every response hides nothing', () => {
    const { pairs, onlyA, onlyB } = pairLinks(first, second);
    const numbers = pairs.map(([a, b]) => [first.indexOf(a) + 1, second.indexOf(b) + 1]);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16].map((n) => [n, n]));
    expect(onlyA.map((link) => first.indexOf(link) + 1)).toEqual([10, 15, 17]);
    expect(onlyB.map((link) => second.indexOf(link) + 1)).toEqual([10, 15]);
  });
});
