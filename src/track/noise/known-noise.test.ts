import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { confirmChange } from './confirm-change.ts';
import { judgeChanges } from './judge-changes.ts';
import { learnVolatileRules } from './learn-rules.ts';
import { mergeRules } from './volatile-rule.ts';

const page = (line: string): Snapshot => ({
  segments: segmentHtml(Buffer.from(`<h1>Chair</h1><p>${line}<h2>Delivery</h2>`)).leaves,
  at: null,
});

describe('a line in which some words rotate', () => {
  const [net, gross, dollars] = ['(excl. VAT)', '(incl. VAT)', '(about 27 USD for 25 EUR)'];
  /** Each visitor sees a different note. The price was 25 at first, and 27 later. */
  const rules = mergeRules(
    learnVolatileRules(page(`€ 25.00 ${net}`), page(`€ 25.00 ${dollars}`)),
    learnVolatileRules(page(`€ 27.00 ${gross}`), page(`€ 27.00 ${dollars}`)),
  );

  test.each([
    ['the same note', `€ 27.00 ${net}`],
    ['another note', `€ 27.00 ${dollars}`],
    ['a note that no fetch had at this price', `€ 27.00 ${gross}`],
  ])('a price that goes back to what it was is a change: %s', (_, last) => {
    const now = page(`€ 25.00 ${net}`);
    expect(judgeChanges(page(last), now, rules).every(({ isNoise, isCertain }) => isNoise && isCertain)).toBe(
      false,
    );
    const { changes, contradicted } = confirmChange(page(last), now, [now, now, now], { rules });
    expect(changes).toHaveLength(1);
    expect(contradicted).toEqual([]); // the notes still rotate
  });

  test('another note beside the same price is noise, and needs no further fetch', () => {
    const [judged] = judgeChanges(page(`€ 25.00 ${dollars}`), page(`€ 25.00 ${net}`), rules);
    expect(judged).toMatchObject({ isNoise: true, isCertain: true });
  });

  test('a line that an editor removed is not taken for an advert', () => {
    const without: Snapshot = {
      segments: segmentHtml(Buffer.from('<h1>Chair</h1><h2>Delivery</h2>')).leaves,
      at: null,
    };
    const [judged] = judgeChanges(page(`€ 25.00 ${net}`), without, rules);
    expect(judged).toMatchObject({ isNoise: false });
  });
});

test('an advert rotates as a whole: it may come back after any other', () => {
  const rules = learnVolatileRules(page('Buy a boat for € 99'), page('See the hills in 3 days'));
  const [judged] = judgeChanges(page('Old lamps, new lamps'), page('Buy a boat for € 99'), rules);
  expect(judged).toMatchObject({ isNoise: true, isCertain: true });
});
