import { describe, expect, test } from 'vitest';
import { type Segment, segmentHtml } from '../../document/index.ts';
import { ApplicableRules, knowsLink, knowsValue } from './applicable-rules.ts';
import { learnVolatileRules } from './learn-rules.ts';
import type { Hunk } from './token-differences.ts';
import type { LinkRule, ValueRule, VolatileRule } from './volatile-rule.ts';

const page = (html: string) => ({ segments: segmentHtml(Buffer.from(html)).leaves, at: null });
const learn = (one: string, other: string) => learnVolatileRules(page(one), page(other));
const nowhere = { before: null, after: null };
const hunk = (removed: readonly string[], added: readonly string[], words = ['Seen', 'times']): Hunk => ({
  removed,
  added,
  before: words.slice(0, 1),
  after: words.slice(1),
});
const only = (html: string): Segment => page(html).segments[0] as Segment;

describe('a text that is drawn as a whole', () => {
  const rules = learn('<h1>a</h1><div>Buy a boat</div>', '<h1>a</h1><div>See the hills</div>');
  const around = { before: only('<h1>a</h1>'), after: null };

  test('explains one difference in a visit', () => {
    const applicable = new ApplicableRules(rules, []);
    expect(applicable.wholeText(['div'], around)?.id).toBe('segment div');
    expect(applicable.wholeText(['div'], around)).toBeUndefined();
  });

  test('elsewhere explains nothing', () => {
    const applicable = new ApplicableRules(rules, []);
    expect(applicable.wholeText(['p'], around)).toBeUndefined();
    expect(
      applicable.wholeText(['div'], { before: only('<h2>b</h2>'), after: only('<p>c') }),
    ).toBeUndefined();
  });

  test('that was learned from this very fetch holds at its path, whatever is around', () => {
    const elsewhere = { before: only('<h2>b</h2>'), after: only('<p>c') };
    const applicable = new ApplicableRules(rules, rules);
    expect(applicable.textAt('div', true)).toBe(rules[0]);
    expect(new ApplicableRules(rules, []).textAt('div', true)).toBeUndefined();
    expect(applicable.wholeText(['div'], elsewhere)).toBe(rules[0]);
  });

  test('is known with both of its texts', () => {
    const [boat, hills] = [only('<div>Buy a boat</div>'), only('<div>See the hills</div>')];
    expect(new ApplicableRules(rules, []).knowingBoth(boat, hills)).toBe(rules[0]);
    expect(new ApplicableRules(rules, []).knowingBoth(boat, only('<div>New</div>'))).toBeUndefined();
  });
});

describe('a value', () => {
  const rules = learn('<h1>a</h1><p>Seen 12 times', '<h1>a</h1><p>Seen 13 times');
  const find = (given: Hunk, paths = ['p[7]']) => new ApplicableRules(rules, []).value(given, paths, nowhere);

  test('is known by the words around it on all pages of this kind', () => {
    expect(find(hunk(['12'], ['99']))).toBe(rules[0]);
    expect(find(hunk(['12'], ['99'], ['Read', 'times']))).toBeUndefined();
    expect(find(hunk(['12'], ['99']), ['div/p'])).toBeUndefined();
  });

  test('of another shape is none', () => {
    expect(find(hunk(['12'], ['many']))).toBeUndefined();
  });

  test('says nothing as a number, but as a word unless it was drawn before', () => {
    const names = learn('<p>Hello Anna, how are you', '<p>Hello Ben, how are you') as readonly ValueRule[];
    expect(knowsValue(rules[0] as ValueRule, hunk(['1'], ['2']))).toBe(true);
    expect(knowsValue(names[0] as ValueRule, hunk(['Ben'], ['Anna']))).toBe(true);
    expect(knowsValue(names[0] as ValueRule, hunk(['Ben'], ['Clara']))).toBe(false);
  });
});

describe('an address', () => {
  const link = (to: string) => `<h1>a</h1><p><a href="${to}">Boats</a>`;
  const around = { before: only('<h1>a</h1>'), after: null };
  const find = (rules: readonly VolatileRule[], parameter: string | null) =>
    new ApplicableRules(rules, []).link(0, parameter, ['p'], around);

  test('may differ in the parameter that differed', () => {
    const rules = learn(link('/a?t=1&u=1'), link('/a?t=2&u=1'));
    expect([find(rules, 't'), find(rules, 'u'), find(rules, null)]).toEqual([rules[0], undefined, undefined]);
    expect(knowsLink(rules[0] as LinkRule, only('<p><a href="/a?t=9">Boats</a>'))).toBe(true);
  });

  test('that differed as a whole may differ in anything, and is known by itself', () => {
    const rules = learn(link('/a'), link('/b'));
    expect([find(rules, 't'), find(rules, null)]).toEqual([rules[0], rules[0]]);
    const known = (to: string) => knowsLink(rules[0] as LinkRule, only(`<p><a href="${to}">Boats</a>`));
    expect([known('/a'), known('/c')]).toEqual([true, false]);
  });
});

test('the order of a list holds for two items of that list', () => {
  const list = (items: string) => `<ul>${[...items].map((one) => `<li>Item ${one}`).join('')}</ul>`;
  const applicable = new ApplicableRules(learn(list('abcd'), list('bacd')), []);
  const [first, second] = page(list('ab')).segments as readonly [Segment, Segment];
  expect(applicable.order(first, second)?.kind).toBe('order');
  expect(applicable.order(first, only('<p>x'))).toBeUndefined();
});
