import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { judgeChanges } from './judge-changes.ts';
import { learnVolatileRules } from './learn-rules.ts';
import { explainRule, mergeRules } from './volatile-rule.ts';

const at = Date.UTC(2026, 10, 16, 10, 30, 15);
const page = (html: string, later = 0): Snapshot => ({
  segments: segmentHtml(Buffer.from(html)).leaves,
  at: at + later,
});
const learn = (first: string, second: string) => learnVolatileRules(page(first), page(second));
const explained = (first: string, second: string) => learn(first, second).map(explainRule);

describe('what differs between two fetches is learned, and explained in words', () => {
  test.each([
    ['nothing', '<p>a', '<p>a', []],
    [
      'an advert',
      '<p>a<div>buy red shoes</div><p>b',
      '<p>a<div>fly to Rome</div><p>b',
      ['the text at div differs at every fetch: "buy red shoes", then "fly to Rome"'],
    ],
    [
      'a counter',
      '<p>Visits: 12 today',
      '<p>Visits: 13 today',
      ['the value in "Visits : … (time)" at p differs at every fetch: "12", then "13"'],
    ],
    [
      'a shuffled list',
      '<ul><li>a<li>b<li>c</ul>',
      '<ul><li>c<li>a<li>b</ul>',
      ['the content of ul/li[*] comes in any order: "ul/li[3]", then "ul/li"'],
    ],
    [
      'a token in a link',
      '<p><a href="/x?t=1&amp;p=2">a</a>',
      '<p><a href="/x?t=7&amp;p=2">a</a>',
      ['"t" in the address of link 1 at p differs at every fetch: "/x?t=1&p=2", then "/x?t=7&p=2"'],
    ],
    [
      'an image',
      '<p>x<img src="/ad/1.png">',
      '<p>x<img src="/ad/2.png">',
      ['the address of image 1 at p differs at every fetch: "/ad/1.png", then "/ad/2.png"'],
    ],
    [
      'an advert that is not always there',
      '<p>a<div>buy shoes</div><p>b',
      '<p>a<p>b',
      ['the text at div differs at every fetch and is sometimes missing: "buy shoes", then ""'],
    ],
    ['no clock', '<p>It is 10:30:14', '<p>It is 10:30:15', []],
  ])('%s', (_, first, second, expected) => {
    expect(explained(first, second)).toEqual(expected);
  });
});

describe('rules separate noise from edits', () => {
  const judge = (twins: readonly [string, string], last: string, now: string) =>
    judgeChanges(page(last), page(now, 600_000), learn(...twins)).map(({ isNoise }) => isNoise);

  test('another advert at the same place is noise, an edit beside it is not', () => {
    const twins = ['<p>a<div>ad one</div><p>b', '<p>a<div>spot two</div><p>b'] as const;
    expect(judge(twins, '<p>a<div>ad one</div><p>b', '<p>a<div>x y z</div><p>b')).toEqual([true]);
    expect(judge(twins, '<p>a<div>ad one</div><p>b', '<p>a<div>x y z</div><p>c')).toEqual([true, false]);
  });

  test('a paragraph inserted where the advert was is a change', () => {
    const twins = ['<p>a<p>ad one<p>b', '<p>a<p>spot two<p>b'] as const;
    expect(judge(twins, '<p>a<p>ad one<p>b', '<p>a<p>real news<p>third ad<p>b')).toContain(false);
  });

  test('two places with adverts from one pool may swap them', () => {
    const slots = (first: string, second: string) =>
      `<p>a<div>${first}</div><p>b<p>c<div>${second}</div><p>d`;
    const twins = [slots('ad one', 'spot two'), slots('clip three', 'film four')] as const;
    expect(judge(twins, slots('ad one', 'spot two'), slots('spot two', 'ad one'))).not.toContain(false);
  });

  test('a counter may count, but its label may not change', () => {
    const twins = ['<p>Shown 12 times', '<p>Shown 13 times'] as const;
    expect(judge(twins, '<p>Shown 12 times', '<p>Shown 512 times')).toEqual([true]);
    expect(judge(twins, '<p>Shown 12 times', '<p>Seen 512 times')).toEqual([false]);
    expect(judge(twins, '<p>Shown 12 times', '<p>Shown many times')).toEqual([false]);
  });

  test('a price beside a counter is always a change', () => {
    const twins = ['<p>Price 10 EUR, seen 12 times', '<p>Price 10 EUR, seen 13 times'] as const;
    expect(judge(twins, '<p>Price 10 EUR, seen 12 times', '<p>Price 12 EUR, seen 20 times')).toEqual([false]);
  });

  test('a shuffled list may change its order, but not its items', () => {
    const twins = ['<ul><li>a<li>b<li>c</ul><p>x<p>y', '<ul><li>c<li>b<li>a</ul><p>x<p>y'] as const;
    expect(judge(twins, '<ul><li>a<li>b<li>c</ul>', '<ul><li>b<li>c<li>a</ul>')).not.toContain(false);
    expect(judge(twins, '<ul><li>a<li>b<li>c</ul>', '<ul><li>b<li>c<li>d</ul>')).toContain(false);
    expect(judge(twins, '<ul><li>a</ul><p>x<p>y', '<ul><li>a</ul><p>y<p>x')).toEqual([false]);
  });

  test('a link with a volatile token may not lead elsewhere', () => {
    const twins = ['<p><a href="/x?t=1">a</a>', '<p><a href="/x?t=2">a</a>'] as const;
    expect(judge(twins, '<p><a href="/x?t=1">a</a>', '<p><a href="/x?t=9">a</a>')).toEqual([true]);
    expect(judge(twins, '<p><a href="/x?t=1">a</a>', '<p><a href="/y?t=9">a</a>')).toEqual([false]);
  });

  test('a rule that is switched off hides nothing', () => {
    const rules = learn('<p>Shown 12 times', '<p>Shown 13 times').map((rule) => ({ ...rule, isOff: true }));
    expect(judgeChanges(page('<p>Shown 1 times'), page('<p>Shown 2 times'), rules)[0]?.isNoise).toBe(false);
    expect(mergeRules(rules, learn('<p>Shown 5 times', '<p>Shown 6 times'))[0]?.isOff).toBe(true);
  });
});
