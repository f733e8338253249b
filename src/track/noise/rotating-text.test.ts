import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { learnVolatileRules } from './learn-rules.ts';
import { itemKey, RotatingTexts, targetsOf, textKey } from './rotating-text.ts';

const snapshot = (html: string) => ({ segments: segmentHtml(Buffer.from(html)).leaves, at: null });
const only = (html: string) => snapshot(html).segments[0] as (typeof segments)[0];
const { segments } = snapshot('<p>x');

describe('an item', () => {
  test('has any numbers', () => {
    expect(itemKey(only('<li>Boats, 12 comments'))).toBe(itemKey(only('<li>Boats, 13 comments')));
    expect(itemKey(only('<li>Boats, 12 comments'))).not.toBe(itemKey(only('<li>Hills, 12 comments')));
  });

  test('leads to one page, with any parameters', () => {
    const link = (to: string) => only(`<li><a href="${to}">Boats</a>`);
    expect(itemKey(link('/boats?t=1'))).toBe(itemKey(link('/boats?t=2')));
    expect(itemKey(link('/boats'))).not.toBe(itemKey(link('/ships')));
    expect(targetsOf(link('/boats;s=1?t=2#top'))).toBe('/boats');
  });
});

test('a text is named with its numbers and without', () => {
  const [three, five] = [textKey(only('<p>Only 3 left')), textKey(only('<p>Only 5 left'))];
  expect(three.split(' ')[0]).toBe(five.split(' ')[0]);
  expect(three).not.toBe(five);
});

describe('texts that were drawn', () => {
  const rulesOf = (one: string, other: string) => learnVolatileRules(snapshot(one), snapshot(other));
  const rules = rulesOf('<h1>a</h1><p>Buy boats for 20', '<h1>a</h1><p>See the hills');

  test('are known at any place', () => {
    const texts = new RotatingTexts(rules);
    expect(texts.knows(only('<div>See the hills</div>'))).toBe(true);
    expect(texts.knows(only('<p>See the sea'))).toBe(false);
  });

  test('may not get another number if they were only seen with one', () => {
    expect(new RotatingTexts(rules).knows(only('<p>Buy boats for 30'))).toBe(false);
    const [rule] = rules;
    const both = rule?.kind === 'segment' ? [...rule.texts, textKey(only('<p>Buy boats for 25'))] : [];
    const known = rules.map((one) => (one.kind === 'segment' ? { ...one, texts: both } : one));
    expect(new RotatingTexts(known).knows(only('<p>Buy boats for 30'))).toBe(true);
  });

  test('are unknown when the user switched the rule off', () => {
    const off = rules.map((rule) => ({ ...rule, isOff: true }));
    expect(new RotatingTexts(off).knows(only('<p>See the hills'))).toBe(false);
  });

  test('come and go where one of two fetches did not have them', () => {
    const absent = rulesOf('<h1>a</h1><div><p>Buy a boat</div><p>b', '<h1>a</h1><p>b');
    const texts = new RotatingTexts(absent);
    expect(texts.comesAndGoes(only('<div><p>Buy a boat</div>'))).toBe(true);
    expect(texts.comesAndGoes(only('<ul><li>Buy a boat</ul>'))).toBe(false);
    expect(new RotatingTexts(rules).comesAndGoes(only('<p>See the hills'))).toBe(false);
  });
});
