import { describe, expect, test } from 'vitest';
import { sessionRule, storedRule } from '../../../test/kernel/track/tracking-parts.ts';
import type { Link } from '../../document/index.ts';
import { segmentHtml } from '../../document/index.ts';
import { learnVolatileRules, type VolatileRule } from '../../track/index.ts';
import { describePlace } from '../../url/index.ts';
import { linkIdentities, SiteKnowledge } from './site-knowledge.ts';

const origin = 'https://example.org';
const host = 'example.org';
const session = sessionRule(origin);
const sessionId = `${host} ${session.kind} ${describePlace(session.place)}`;

const snapshot = (html: string) => ({ segments: segmentHtml(Buffer.from(html)).leaves, at: 0 });
/** Rules for a text, or for a value when the texts differ only in a number. */
const pageRules = (first: string, second: string) =>
  learnVolatileRules(
    snapshot(`<h1>t</h1><p>${first}<h2>e</h2>`),
    snapshot(`<h1>t</h1><p>${second}<h2>e</h2>`),
  );
const adverts = pageRules('Buy a boat', 'See the hills');
const counter = pageRules('Seen 12 times here', 'Seen 13 times here');
const [advert] = adverts as readonly [VolatileRule];

describe('rules about URLs', () => {
  test('a rule is new once, and gives pages other identities', () => {
    const knowledge = new SiteKnowledge([]);
    const url = `${origin}/a?mark=4f2a9c81d07be653`;
    expect(knowledge.identityOf(url)).toBe(url);
    expect(knowledge.learnUrlRules(host, [session])).toBe(true);
    expect(knowledge.learnUrlRules(host, [session])).toBe(false);
    expect(knowledge.urlRules(host)).toHaveLength(1);
    expect(knowledge.identityOf(url)).not.toBe(url);
    expect(knowledge.rulesFor('https://other.example/a')).toEqual([]);
  });

  test.each(['off', 'withdrawn'] as const)('one that is %s is not used, and not learned again', (state) => {
    const knowledge = new SiteKnowledge([storedRule(sessionId, host, session, { state })]);
    expect(knowledge.urlRules(host)).toEqual([]);
    expect(knowledge.learnUrlRules(host, [session])).toBe(false);
    expect(knowledge.takeNewRules()).toEqual([]);
  });

  test('one that is stored is used, and not new', () => {
    const knowledge = new SiteKnowledge([storedRule(sessionId, host, session)]);
    expect(knowledge.urlRules(host)).toEqual([session]);
    expect(knowledge.learnUrlRules(host, [session])).toBe(false);
  });
});

describe('rules about pages', () => {
  test('stored ones are used, switched off ones are marked, withdrawn ones are forgotten', () => {
    const [number] = counter as readonly [VolatileRule];
    const knowledge = new SiteKnowledge([
      storedRule('a', host, advert, { state: 'off' }),
      storedRule('b', host, number),
      storedRule('c', 'other.example', number, { state: 'withdrawn' }),
    ]);
    expect(knowledge.pageRules(host).map(({ id, isOff }) => [id, isOff])).toEqual([
      [advert.id, true],
      [number.id, false],
    ]);
    expect(knowledge.pageRules('other.example')).toEqual([]);
  });

  test('only what was learned is committed, and only once', () => {
    const knowledge = new SiteKnowledge([]);
    knowledge.learnPageRules(host, adverts);
    expect(knowledge.takeNewRules().map(({ id, state }) => [id, state])).toEqual([
      [`${host} ${advert.id}`, 'on'],
    ]);
    expect(knowledge.takeNewRules()).toEqual([]);
    knowledge.learnPageRules(host, counter);
    knowledge.learnPageRules(host, []);
    expect(knowledge.takeNewRules()).toHaveLength(counter.length);
    expect(knowledge.pageRules(host)).toHaveLength(adverts.length + counter.length);
  });

  test('a rule that is off stays off when it is learned again', () => {
    const knowledge = new SiteKnowledge([storedRule('a', host, advert, { state: 'off' })]);
    knowledge.learnPageRules(host, adverts);
    expect(knowledge.takeNewRules()).toMatchObject([{ state: 'off' }]);
  });

  test('a review commits what it changed', () => {
    const knowledge = new SiteKnowledge([]);
    knowledge.learnPageRules(host, [...adverts, ...counter]);
    knowledge.takeNewRules();
    const kept = counter.map((rule) => ({ ...rule }));
    knowledge.reviewPageRules(host, { kept, withdrawn: [{ rule: advert, reason: 'it did not hold' }] });
    expect(knowledge.takeNewRules()).toMatchObject([{ state: 'withdrawn', note: 'it did not hold' }]);
    expect(knowledge.pageRules(host)).toEqual(kept);
    const doubted = kept.map((rule) => ({ ...rule, agreements: 1 }));
    knowledge.reviewPageRules(host, { kept: doubted, withdrawn: [] });
    expect(knowledge.takeNewRules()).toHaveLength(doubted.length);
  });
});

describe('links of a page', () => {
  const link = (url: string, kind: Link['kind'] = 'page'): Link => ({ url, kind, rel: '' });

  test('a session id does not make a different link, a fragment does', () => {
    const knowledge = new SiteKnowledge([]);
    knowledge.learnUrlRules(host, [session]);
    const identity = linkIdentities(`${origin}/`, knowledge);
    expect(identity(link('a?mark=4f2a9c81d07be653'))).toBe(identity(link('/a?mark=b93e70d1a62c48f5')));
    expect(identity(link('a#one'))).not.toBe(identity(link('a#two')));
    expect(identity(link('a#one'))).toBe(`${origin}/a#one`);
  });

  test('an address that is not a URL is taken as written', () => {
    expect(linkIdentities(`${origin}/`, new SiteKnowledge([]))(link('http://['))).toBe('http://[');
  });

  test('a picture that was renamed twice has its first name', () => {
    const knowledge = new SiteKnowledge([]);
    knowledge.noteSameImage(`${origin}/1.png`, `${origin}/2.png`);
    knowledge.noteSameImage(`${origin}/2.png`, `${origin}/3.png`);
    const identity = linkIdentities(`${origin}/`, knowledge);
    expect(identity(link('3.png', 'image'))).toBe(`${origin}/1.png`);
    expect(identity(link('3.png'))).toBe(`${origin}/3.png`);
  });
});
