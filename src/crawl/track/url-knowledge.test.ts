import { describe, expect, it } from 'vitest';
import { learnIdentityRules } from '../../url/index.ts';
import type { LearnedRule } from '../tables/learned-rule.ts';
import { UrlKnowledge } from './url-knowledge.ts';

const host = 'e.org';
const pages = ['cat', 'dog', 'bird', 'fish', 'horse', 'mouse', 'help'];
const rulesOf = (link: (page: string, id: string) => string, a: string, b: string) =>
  learnIdentityRules(
    pages.map((page) => link(page, a)),
    pages.map((page) => link(page, b)),
  );
const inQuery = (page: string, id: string) => `http://e.org/${page}?k=${id}`;
const stored = (knowledge: UrlKnowledge): readonly LearnedRule[] =>
  knowledge.takeNewRules().map((rule) => ({ ...rule, sinceRunId: 1, changedRunId: 1 }));

describe('a rule that is known', () => {
  it('is widened by what later answers show, and stored again', () => {
    const knowledge = new UrlKnowledge([]);
    const inPath = (page: string, id: string) => `http://e.org/a-${id}.html?${page}`;
    expect(knowledge.learn(host, rulesOf(inPath, 'k3j9x', 'p0w7t'))).toBe(true);
    knowledge.takeNewRules();
    const url = inPath('new', 'Q7bK2mZ81xYt');
    expect(knowledge.identityOf(url)).toBe(url);
    expect(knowledge.learn(host, rulesOf(inPath, 'A9bK2mZ81xYt', 'B8cL3nW92yZu'))).toBe(true);
    expect(knowledge.identityOf(url)).toBe('http://e.org/a-~.html?new');
    expect(new UrlKnowledge(stored(knowledge)).identityOf(url)).toBe('http://e.org/a-~.html?new');
  });

  it('is not new when nothing is', () => {
    const knowledge = new UrlKnowledge([]);
    const rules = rulesOf(inQuery, 'k3J9xQ2mZ8', 'P0wR7tY5uL');
    expect(knowledge.learn(host, rules)).toBe(true);
    const { revision } = knowledge;
    knowledge.takeNewRules();
    expect(knowledge.learn(host, rules)).toBe(false);
    expect(knowledge.revision).toBe(revision);
    expect(knowledge.takeNewRules()).toEqual([]);
  });
});

describe('what selects content', () => {
  const ids = ['9682993c', '60303ae2', '068bd453', '4c7154c9'];
  const list = ids.map((id) => `http://e.org/cat?k=${id}`);

  it('may have a name that frameworks use, unless an answer shows that it is used for ids', () => {
    const copied = ids.map((id) => `http://e.org/cat?PHPSESSID=${id}`);
    const [first = ''] = copied;
    const documents = new UrlKnowledge([]);
    expect(documents.identityOf(first)).toBe('http://e.org/cat');
    expect(documents.noteLinks('http://e.org/', copied)).toBe(true);
    expect(documents.identityOf(first)).toBe(first);
    const forum = new UrlKnowledge([]);
    forum.noteLinks(
      'http://e.org/',
      pages.map((page) => `http://e.org/${page}?PHPSESSID=a3b9c2d8e0f7`),
    );
    expect(forum.noteLinks('http://e.org/thread', copied)).toBe(false);
    expect(forum.identityOf(first)).toBe('http://e.org/cat');
  });

  it('wins over a rule that took it for an id, then and later', () => {
    const knowledge = new UrlKnowledge([]);
    const rules = rulesOf(inQuery, 'a3b9c2d8', 'e0f7a5b1');
    knowledge.learn(host, rules);
    expect(knowledge.identityOf(list[0] ?? '')).toBe('http://e.org/cat');
    expect(knowledge.noteLinks('http://e.org/', list)).toBe(true);
    expect(knowledge.identityOf(list[0] ?? '')).toBe(list[0]);
    const news = stored(knowledge);
    expect(news.map(({ id, state }) => `${state} ${id}`)).toEqual([
      'on e.org session id query parameter "k"',
      'withdrawn e.org session id query parameter "k"',
      'on e.org content query parameter "k"',
    ]);
    expect(news[1]?.note).toMatch(/^it selects content: query parameter "k": 4 values at once/);
    const later = new UrlKnowledge(news.slice(1));
    expect(later.learn(host, rules)).toBe(false);
    expect(later.identityOf(list[0] ?? '')).toBe(list[0]);
  });

  it('is not remembered against the will of the user', () => {
    const documents = list.map((url) => url.replace('k=', 's=9682993c8daa2c549799611'));
    const knowledge = new UrlKnowledge([]);
    expect(knowledge.noteLinks('http://e.org/', documents)).toBe(true);
    const [content] = stored(knowledge);
    const again = new UrlKnowledge(content === undefined ? [] : [{ ...content, state: 'off' }]);
    expect(again.noteLinks('http://e.org/', documents)).toBe(false);
  });
});

describe('an id in host names', () => {
  const inHost = (page: string, id: string) => `http://s-${id}.e.org:8080/${page}`;
  const knowledge = new UrlKnowledge([]);
  knowledge.learn('www.e.org:8080', rulesOf(inHost, '9682993c8daa', '60303ae22b99'));
  const known = new UrlKnowledge(stored(knowledge));

  it('makes no other page, and no other site', () => {
    const url = inHost('new', '068bd453c94c');
    expect(known.identityOf(url)).toBe('http://~.e.org:8080/new');
    expect(known.siteOf('s-068bd453c94c.e.org:8080')).toBe('www.e.org:8080');
  });

  it.each(['shop.e.org:8080', 's-068bd453c94c.other.org', 'e.org:8080', 'www.e.org:8080', ''])(
    'does not concern %s',
    (other) => expect(known.siteOf(other)).toBe(other),
  );

  it('shares the rules of its site', () => {
    const both = new UrlKnowledge([]);
    both.learn('www.e.org:8080', rulesOf(inHost, '9682993c8daa', '60303ae22b99'));
    const withToken = (page: string, id: string) => `http://s-9682993c8daa.e.org:8080/${page}?k=${id}`;
    both.learn('s-9682993c8daa.e.org:8080', rulesOf(withToken, 'k3J9xQ2mZ8', 'P0wR7tY5uL'));
    const url = 'http://s-068bd453c94c.e.org:8080/new?k=c4V6bN1hG3';
    expect(both.identityOf(url)).toBe('http://~.e.org:8080/new');
  });
});
