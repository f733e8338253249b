import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { learnVolatileRules, reviewRules } from './learn-rules.ts';
import type { VolatileRule } from './volatile-rule.ts';

const page = (html: string) => ({ segments: segmentHtml(Buffer.from(html)).leaves, at: null });
const advert = (text: string) => page(`<h1>a</h1><div>${text}</div><p>b`);
const rules = learnVolatileRules(advert('Buy a boat'), advert('See the hills'));
const agreeing = [advert('Buy a boat'), advert('Buy a boat')] as const;
const withAgreements = (agreements: number) => rules.map((rule) => ({ ...rule, agreements }));
const agreementsOf = (kept: readonly VolatileRule[]) => kept.map(({ agreements }) => agreements);

test('a rule whose place differs again is as good as new', () => {
  const { kept, withdrawn } = reviewRules(withAgreements(3), advert('Learn to sail'), advert('Fresh fish'));
  expect([agreementsOf(kept), withdrawn]).toEqual([[0], []]);
});

test('one whose place does not differ is doubted', () => {
  expect(agreementsOf(reviewRules(withAgreements(3), ...agreeing).kept)).toEqual([4]);
});

test('and withdrawn after five pairs in a row', () => {
  expect(reviewRules(withAgreements(4), ...agreeing)).toMatchObject({
    kept: [],
    withdrawn: [{ rule: { id: 'segment div' }, reason: '5 pairs of fetches in a row agreed' }],
  });
});

test('one that is contradicted is withdrawn at once', () => {
  expect(reviewRules(rules, ...agreeing, rules)).toMatchObject({
    kept: [],
    withdrawn: [{ reason: 'two fetches at the same moment agreed on new words' }],
  });
});

test('a page without the place says nothing about it', () => {
  const other = page('<h1>a</h1><p>b');
  expect(reviewRules(withAgreements(4), other, other)).toEqual({ kept: withAgreements(4), withdrawn: [] });
});

test('a list is on a page that has one of its items, and differs when one of them does', () => {
  const list = (...items: readonly string[]) =>
    page(`<ul>${items.map((item) => `<li>${item}`).join('')}</ul>`);
  const shuffled = learnVolatileRules(list('a', 'b', 'c', 'd'), list('b', 'a', 'c', 'd'));
  expect(shuffled.map(({ kind }) => kind)).toEqual(['order']);
  const same = list('a', 'b', 'c', 'd');
  expect(agreementsOf(reviewRules(shuffled, same, same).kept)).toEqual([1]);
  expect(agreementsOf(reviewRules(shuffled, page('<p>x'), page('<p>x')).kept)).toEqual([0]);
  const doubted = shuffled.map((rule) => ({ ...rule, agreements: 2 }));
  expect(agreementsOf(reviewRules(doubted, same, list('a', 'c', 'b', 'd')).kept)).toEqual([0]);
});
