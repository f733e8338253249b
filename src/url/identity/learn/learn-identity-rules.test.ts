import { describe, expect, it } from 'vitest';
import { identityOf } from '../identity-of.ts';
import { describePlace } from '../identity-rule.ts';
import { learnIdentityRules } from './learn-identity-rules.ts';

const pages = ['cat', 'dog', 'bird', 'fish', 'horse', 'about', 'help'];
const [idA, idB, idC] = ['k3J9xQ2mZ8', 'P0wR7tY5uL', 'c4V6bN1hG3'];

describe('rules learned from two sessions', () => {
  it('are none on a site without ids, though pages come and go', () => {
    const a = ['101', '102', '103', '104'].map((news) => `http://e.org/news?id=${news}`);
    const b = ['102', '103', '104', '107'].map((news) => `http://e.org/news?id=${news}`);
    expect(learnIdentityRules(a, b)).toEqual([]);
  });

  it('hold for a third session and for pages never seen', () => {
    const links = (id: string) => pages.map((page) => `http://e.org/${page}?u=${id}`);
    const rules = learnIdentityRules(links(idA), links(idB));
    expect(rules.map(({ kind, place }) => [kind, describePlace(place)])).toEqual([
      ['session id', 'query parameter "u"'],
    ]);
    expect(identityOf(`http://e.org/new?u=${idC}&x=1`, rules).identity).toBe('http://e.org/new?x=1');
  });

  it('keep a value of the same name that looks different', () => {
    const links = (id: string) => pages.map((page) => `http://e.org/${page}?u=${id}`);
    const rules = learnIdentityRules(links(idA), links(idB));
    expect(identityOf('http://e.org/user?u=7', rules).identity).toBe('http://e.org/user?u=7');
  });

  it('put a placeholder where the id is a segment of the path', () => {
    const links = (id: string) => [
      ...pages.map((page) => `http://e.org/s/${id}/${page}`),
      'http://e.org/img/9f86d081884c7d65.png',
    ];
    const rules = learnIdentityRules(links('9f86d081aa4c7d65'), links('60303ae22b998861'));
    expect(identityOf('http://e.org/s/fd61a03af4f77d87/new', rules).identity).toBe('http://e.org/s/~/new');
    expect(identityOf('http://e.org/img/fd61a03af4f77d87.png', rules).identity).toBe(
      'http://e.org/img/fd61a03af4f77d87.png',
    );
  });

  it('know ids of any length where there are no others, and keep what else is there', () => {
    const links = (id: string) => pages.map((page) => `http://e.org/s/${id}/${page}`);
    const rules = learnIdentityRules(links('k3J9xQ2mZ8'), links('P0wR7tY5uL'));
    const kept = (url: string) => identityOf(url, rules).identity === url;
    expect(kept('http://e.org/s/xQ7z/new')).toBe(false);
    expect(kept('http://e.org/item/xQ7z/new')).toBe(true);
    expect(kept('http://e.org/s/search/new')).toBe(true);
    expect(kept('http://e.org/s/2026/new')).toBe(true);
    const named = (id: string) => pages.map((page) => `http://e.org/${page}?s=${id}`);
    const ofName = learnIdentityRules(named('k3J9xQ2mZ8'), named('P0wR7tY5uL'));
    expect(identityOf('http://e.org/new?s=xQ7z', ofName).identity).toBe('http://e.org/new');
    expect(identityOf('http://e.org/new?s=shoes', ofName).identity).toBe('http://e.org/new?s=shoes');
    expect(identityOf('http://e.org/new?s=2762', ofName).identity).toBe('http://e.org/new?s=2762');
  });

  it('find an id inside a segment', () => {
    const links = (id: string) => pages.map((page, n) => `http://e.org/topic-${n}-${id}.html?${page}`);
    const rules = learnIdentityRules(links(idA), links(idB));
    expect(identityOf(`http://e.org/topic-99-${idC}.html`, rules).identity).toBe(
      'http://e.org/topic-99-~.html',
    );
  });

  it('recognise an id that changes halfway', () => {
    const a = pages.map((page, n) => `http://e.org/${page}?u=${n < 4 ? idA : idB}`);
    const b = pages.map((page) => `http://e.org/${page}?u=${idC}`);
    expect(learnIdentityRules(a, b).map(({ place }) => describePlace(place))).toEqual([
      'query parameter "u"',
    ]);
  });

  it('describe their evidence in a sentence', () => {
    const links = (id: string) => pages.map((page) => `http://e.org/${page}?u=${id}`);
    expect(learnIdentityRules(links(idA), links(idB))[0]?.evidence).toBe(
      `query parameter "u": "${idA}" on 7 links of one list is "${idB}" on 7 links of the other, and nothing else differs in them`,
    );
  });

  it('find an id at the end of a segment, and beside a word', () => {
    const atEnd = (id: string) => pages.map((page, n) => `http://e.org/topic-${n}-${id}?${page}`);
    expect(
      identityOf(`http://e.org/topic-99-${idC}`, learnIdentityRules(atEnd(idA), atEnd(idB))).identity,
    ).toBe('http://e.org/topic-99-~');
    const besideWord = (id: string) => pages.map((page) => `http://e.org/${page}?p=item,${id}`);
    const rules = learnIdentityRules(besideWord(idA), besideWord(idB));
    expect(identityOf(`http://e.org/new?p=item,${idC}`, rules).identity).toBe('http://e.org/new?p=item,~');
  });

  it('find an id under a name of random letters', () => {
    const links = (id: string) => pages.map((page) => `http://e.org/${page}?xqzvbnmwrtkp=${id}`);
    const rules = learnIdentityRules(links(idA), links(idB));
    expect(rules.map(({ place }) => describePlace(place))).toEqual(['query parameter "xqzvbnmwrtkp"']);
  });

  it('find a known id also where it occurs once and under another name', () => {
    const links = (id: string) => [
      ...pages.map((page) => `http://e.org/${page}?u=${id}`),
      `http://e.org/login?back=${id}`,
    ];
    const rules = learnIdentityRules(links(idA), links(idB));
    expect(rules.map(({ kind, place }) => `${kind}: ${describePlace(place)}`)).toEqual([
      'session id: query parameter "u"',
      'session id: query parameter "back"',
    ]);
  });

  it('distinguish session ids from tokens of a response by the number of their links', () => {
    const kinds = (withToken: number) => {
      const links = (id: string, token: string) =>
        pages.map((page, n) => `http://e.org/${page}?u=${id}${n < withToken ? `&r=${token}` : ''}`);
      const rules = learnIdentityRules(links(idA, '9f86d081884c7d65'), links(idB, '60303ae22b998861'));
      return rules.map(({ kind, place }) => `${kind}: ${place.name}`);
    };
    expect(kinds(3)).toEqual(['session id: u', 'response token: r']);
    expect(kinds(4)).toEqual(['session id: u', 'session id: r']);
  });

  it('need four links for short nonces, and never take a number in a path for one', () => {
    const links = (place: string, first: number, count: number) =>
      pages.slice(0, count).map((page, n) => `http://e.org/${page}${place}${first + n}`);
    const learned = (place: string, count: number) =>
      learnIdentityRules(links(place, 11, count), links(place, 51, count)).map(({ kind }) => kind);
    expect(learned('?t=', 4)).toEqual(['link nonce']);
    expect(learned('?t=', 3)).toEqual([]);
    expect(learned('/', 7)).toEqual([]);
  });

  it('keep a value that selects one of several pages in one of the lists', () => {
    const links = (first: number) => pages.map((page, n) => `http://e.org/${page}?t=${first + n}`);
    expect(learnIdentityRules(links(11), [...links(51), ...links(81)])).toEqual([]);
  });

  it('keep a number next to a value that is new on every link', () => {
    const values = (text: string) => text.split(' ');
    const a = values('k3J9xQ2mZ8 c4V6bN1hG3 H7d2Kq9wXs m5T0pL8vRe Zy3Fg6Ju1a q9S4nB7xWc E2r8Ui5oPd');
    const b = values('P0wR7tY5uL aQ1sW2dE3f 9kL8jH7gF6 tR5yU4iO3p zX6cV5bN4m 7hJ8kL9pO0 wE3rT4yU5i');
    const links = (nonces: readonly string[], first: number) =>
      pages.map((page, n) => `http://e.org/x-${first + n}-${nonces[n]}.html?${page}`);
    const rules = learnIdentityRules(links(a, 100), links(b, 500));
    expect(identityOf(`http://e.org/x-42-${idC}.html`, rules).identity).toBe('http://e.org/x-42-~.html');
  });

  it('can be stored as JSON', () => {
    const links = (id: string) => pages.map((page) => `http://e.org/${page}?u=${id}`);
    const rules = learnIdentityRules(links(idA), links(idB));
    expect(JSON.parse(JSON.stringify(rules))).toEqual(rules);
  });
});
