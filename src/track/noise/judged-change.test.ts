import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { compareSegments } from '../compare/compare-segments.ts';
import { noisyChange, plainReason, realChange } from './judged-change.ts';
import { learnVolatileRules } from './learn-rules.ts';
import type { VolatileRule } from './volatile-rule.ts';

const leaves = (html: string) => segmentHtml(Buffer.from(html)).leaves;
const changeOf = (before: string, after: string) => {
  const change = compareSegments(leaves(before), leaves(after)).find(({ flag }) => flag !== 'same');
  if (change === undefined) throw new Error('nothing differs');
  return change;
};
const change = changeOf('<p>one two three', '<p>one two four');
const [advert] = learnVolatileRules(
  { segments: leaves('<p>Buy a boat'), at: null },
  { segments: leaves('<p>See the hills'), at: null },
) as [Extract<VolatileRule, { kind: 'segment' }>];
const ticker = { ...advert, draws: { seen: 20, unseen: 19 } };

test('a change is certain until a further fetch says otherwise', () => {
  expect(realChange(change, 'different words')).toMatchObject({ isNoise: false, isCertain: true, rules: [] });
});

test('noise is certain when its rules have seen it before', () => {
  expect(noisyChange(change, 'an advert', [advert])).toMatchObject({ isNoise: true, isCertain: true });
});

test('noise is doubtful when a rule has never seen it', () => {
  expect(noisyChange(change, 'an advert', [advert], [advert])).toMatchObject({
    isCertain: false,
    endless: [],
  });
});

test('unless its place shows something new nearly every time', () => {
  expect(noisyChange(change, 'news', [ticker], [ticker])).toMatchObject({
    isCertain: true,
    endless: [ticker],
  });
  expect(noisyChange(change, 'both', [ticker, advert], [ticker, advert])).toMatchObject({ isCertain: false });
});

test('without more to say, a reason says what happened', () => {
  expect(plainReason(change)).toBe('changed');
  expect(plainReason(changeOf('<p>one', '<p>one<ul><li>two</ul>'))).toBe('new item');
  expect(plainReason(changeOf('<h2>one</h2><p>two', '<p>two'))).toBe('heading gone');
});
