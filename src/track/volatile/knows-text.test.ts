import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { confirmChange } from './confirm-change.ts';
import { judgeChanges } from './judge-changes.ts';
import { learnVolatile } from './learn-volatile.ts';
import { mergeRules } from './merge-rules.ts';
import type { Snapshot } from './snapshot.ts';

const page = (line: string): Snapshot => ({
  segments: segmentHtml(Buffer.from(`<h1>Chair</h1><p>${line}<h2>Delivery</h2>`)).leaves,
  at: null,
});

describe('a line of which a part is drawn', () => {
  const [net, gross, dollars] = ['(excl. VAT)', '(incl. VAT)', '(about 27 USD for 25 EUR)'];
  /** Each visitor is shown another note; the price was 25 once, and 27 later. */
  const rules = mergeRules(
    learnVolatile(page(`€ 25.00 ${net}`), page(`€ 25.00 ${dollars}`)),
    learnVolatile(page(`€ 27.00 ${gross}`), page(`€ 27.00 ${dollars}`)),
  );

  test.each([
    ['the same note', `€ 27.00 ${net}`],
    ['another note', `€ 27.00 ${dollars}`],
    ['a note of which no twin knew at this price', `€ 27.00 ${gross}`],
  ])('a price that is what it was before is a change: %s', (_, last) => {
    const now = page(`€ 25.00 ${net}`);
    expect(judgeChanges(page(last), now, rules).every(({ isNoise, isCertain }) => isNoise && isCertain)).toBe(
      false,
    );
    const { changes, contradicted } = confirmChange(page(last), now, [now, now, now], { rules });
    expect(changes).toHaveLength(1);
    expect(contradicted).toEqual([]); // the notes are drawn all the same
  });

  test('another note beside the same price is noise, and needs no further fetch', () => {
    const [judged] = judgeChanges(page(`€ 25.00 ${dollars}`), page(`€ 25.00 ${net}`), rules);
    expect(judged).toMatchObject({ isNoise: true, isCertain: true });
  });

  test('a line that an editor removed is not known for an advert', () => {
    const without: Snapshot = {
      segments: segmentHtml(Buffer.from('<h1>Chair</h1><h2>Delivery</h2>')).leaves,
      at: null,
    };
    const [judged] = judgeChanges(page(`€ 25.00 ${net}`), without, rules);
    expect(judged).toMatchObject({ isNoise: false });
  });
});

test('an advert is drawn as a whole: it may come again beside anything', () => {
  const rules = learnVolatile(page('Buy a boat for € 99'), page('See the hills in 3 days'));
  const [judged] = judgeChanges(page('Old lamps, new lamps'), page('Buy a boat for € 99'), rules);
  expect(judged).toMatchObject({ isNoise: true, isCertain: true });
});
