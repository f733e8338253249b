import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describePlace } from '../identity-rule.ts';
import { pairLinks } from '../pair-links.ts';
import { learnIdentityRules } from './learn-identity-rules.ts';
import { NumberSet, sampleLinks } from './sample-links.ts';

const links = (id: string, count: number) =>
  Array.from({ length: count }, (_, n) => `http://e.org/forum/topic-${n}?start=${n % 50}&u=${id}`);

describe('a sample of long lists', () => {
  it('holds both links of a pair or neither', () => {
    const { a, b } = sampleLinks(links('k3J9xQ2mZ8', 10_000), links('P0wR7tY5uL', 10_000).toReversed());
    const topics = (list: readonly string[]) => list.map((link) => /topic-\d+/.exec(link)?.[0]).sort();
    expect(a.length).toBeGreaterThan(200);
    expect(a.length).toBeLessThan(800);
    expect(topics(a)).toEqual(topics(b));
  });

  it('is enough to learn from', () => {
    const rules = learnIdentityRules(links('k3J9xQ2mZ8', 5000), links('P0wR7tY5uL', 5000));
    expect(rules.map(({ place }) => describePlace(place))).toEqual(['query parameter "u"']);
  });

  it('misses nothing that only a few links have: unexplained links are sampled again', () => {
    const withToken = (id: string, token: string) =>
      links(id, 3000).map((link, n) => (n % 300 === 7 ? `${link}&once=${token}` : link));
    const { pairs, onlyA, onlyB } = pairLinks(
      withToken('k3J9xQ2mZ8', '9f86d081884c7d659a2f'),
      withToken('P0wR7tY5uL', '60303ae22b998861bce3'),
    );
    expect([pairs.length, onlyA.length, onlyB.length]).toEqual([3000, 0, 0]);
  });
});

describe('a set of numbers', () => {
  it('holds what a Set holds', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 6000 }), fc.array(fc.integer()), (added, asked) => {
        const set = new NumberSet();
        const truth = new Set(added.map((value) => value | 0));
        for (const value of added) set.add(value | 0);
        for (const value of [...added, ...asked, 0]) expect(set.has(value | 0)).toBe(truth.has(value | 0));
      }),
      { seed: 7, numRuns: 50 },
    );
  });
});
