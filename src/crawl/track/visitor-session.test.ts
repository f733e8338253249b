import { expect, test } from 'vitest';
import { sessionRule } from '../../../test/kernel/track/tracking-parts.ts';
import { SiteKnowledge } from './site-knowledge.ts';
import { VisitorSession } from './visitor-session.ts';

const origin = 'https://example.org';
const withId = (path: string, id: string) => `${origin}/${path}?mark=${id}`;
const [own, newer, foreign] = ['4f2a9c81d07be653', 'b93e70d1a62c48f5', '07c1d5e9f3a8b264'];

function visitor() {
  const knowledge = new SiteKnowledge([]);
  knowledge.learnUrlRules('example.org', [sessionRule(origin)]);
  return new VisitorSession(knowledge);
}

test('a visitor without ids takes URLs as they are', () => {
  const session = visitor();
  expect(session.hasIds).toBe(false);
  expect(session.withOwnIds(withId('a', foreign))).toBe(withId('a', foreign));
});

test('its own id replaces that of another session', () => {
  const session = visitor();
  session.collectIds([`${origin}/`, withId('b', own)]);
  expect(session.hasIds).toBe(true);
  expect(session.withOwnIds(withId('a', foreign))).toBe(withId('a', own));
  expect(session.withOwnIds(`${origin}/plain`)).toBe(`${origin}/plain`);
});

test('a later id replaces an earlier one', () => {
  const session = visitor();
  session.collectIds([withId('b', own)]);
  session.collectIds([withId('b', newer)]);
  expect(session.withOwnIds(withId('a', foreign))).toBe(withId('a', newer));
});

test('only the first 40 links are searched', () => {
  const session = visitor();
  const plain = (count: number) => Array.from({ length: count }, (_, i) => `${origin}/${i}`);
  session.collectIds([...plain(40), withId('b', own)]);
  expect(session.hasIds).toBe(false);
  session.collectIds([...plain(39), withId('b', own)]);
  expect(session.hasIds).toBe(true);
});

test('the id on most links is its own; a copied one is not', () => {
  const session = visitor();
  session.collectIds([withId('a', own), withId('b', own), withId('c', foreign)]);
  expect(session.withOwnIds(withId('d', newer))).toBe(withId('d', own));
});

test('an id is its own though the rule was learned after the visit', () => {
  const knowledge = new SiteKnowledge([]);
  const session = new VisitorSession(knowledge);
  session.collectIds([withId('b', own)]);
  expect(session.withOwnIds(withId('a', foreign))).toBe(withId('a', foreign));
  knowledge.learnUrlRules('example.org', [sessionRule(origin)]);
  expect(session.hasIds).toBe(true);
  expect(session.withOwnIds(withId('a', foreign))).toBe(withId('a', own));
});
