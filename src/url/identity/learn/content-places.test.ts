import { describe, expect, it } from 'vitest';
import { describePlace } from '../identity-rule.ts';
import { pairLinks } from '../pair-links.ts';
import { contentPlaces } from './content-places.ts';
import { learnIdentityRules } from './learn-identity-rules.ts';

const hashes = [
  '9682993c8daa2c5497996114facdc805',
  '60303ae22b998861bce3b28f33eec1be',
  '068bd453c94c3c4c0b7ccca9a581597d',
  '4c7154c9159ec1aadfc788a3525e61dd',
];
const places = (links: readonly string[]) => contentPlaces(links).map(({ place }) => describePlace(place));

describe('several values at once on links that differ in nothing else', () => {
  it.each([
    ['query parameter "s"', (hash: string) => `http://e.org/doc?s=${hash}`],
    ['query parameter "sessionid"', (hash: string) => `http://e.org/doc?sessionid=${hash}&l=en`],
    ['path parameter "sid"', (hash: string) => `http://e.org/doc;sid=${hash}`],
    ['path segment after "sid"', (hash: string) => `http://e.org/sid/${hash}/x.html`],
    ['query parameter "PHPSESSID"', (hash: string) => `http://e.org/doc?PHPSESSID=${hash}`],
    ['path parameter "jsessionid"', (hash: string) => `http://e.org/doc;jsessionid=${hash}`],
    ['path segment after "jsessionid"', (hash: string) => `http://e.org/jsessionid/${hash}/x.html`],
  ])('select content: %s', (place, link) => {
    expect(places(hashes.map(link))).toEqual([place]);
    expect(places(hashes.slice(0, 2).map(link))).toEqual([]);
  });

  it('are ids where frameworks use the name, and most links have the same', () => {
    const [own = '', ...copied] = hashes.map((hash) => `PHPSESSID=${hash}`);
    const links = [
      ...['index', 'search', 'members', 'help'].map((page) => `http://e.org/${page}?${own}`),
      ...copied.map((id) => `http://e.org/thread?n=7&${id}`),
    ];
    expect(places(links)).toEqual([]);
    expect(places(links.slice(2))).toEqual(['query parameter "PHPSESSID"']);
  });

  it('of different pages are no evidence', () => {
    expect(places(hashes.map((hash, n) => `http://e.org/${n}?s=${hash}`))).toEqual([]);
  });

  it('show that a learned rule is wrong', () => {
    const links = (hash: string) =>
      ['show', 'print', 'cite'].map((page) => `http://e.org/${page}?doc=${hash}`);
    const rules = learnIdentityRules(links(hashes[0] ?? ''), links(hashes[1] ?? ''));
    expect(rules.map(({ kind }) => kind)).toEqual(['session id']);
    const list = hashes.map((hash) => `http://e.org/show?doc=${hash}`);
    expect(contentPlaces(list, rules)).toMatchObject([
      {
        kind: 'content',
        place: { name: 'doc' },
        evidence: `query parameter "doc": 4 values at once on links of one answer that differ in nothing else, such as "${hashes[0]}" and "${hashes[1]}"`,
      },
    ]);
  });
});

it('two lists with the same documents are paired document by document', () => {
  for (const count of [2, 4]) {
    const links = hashes.slice(0, count).map((hash) => `http://e.org/doc?s=${hash}`);
    expect(pairLinks(links, links).pairs).toEqual(links.map((link) => [link, link]));
  }
});
