import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { asWritten } from '../compare/segment-links.ts';
import { learnVolatileRules } from './learn-rules.ts';
import { quietSegments } from './quiet-segments.ts';

const page = (html: string) => segmentHtml(Buffer.from(html)).leaves;
const snapshot = (html: string) => ({ segments: page(html), at: null });
const shop = (advert: string, text: string) =>
  `<h1>Shop</h1><p>${text}<p>Always here.<div>${advert}</div><p>Imprint`;

const rules = learnVolatileRules(
  snapshot(shop('Visitor 4711 is here', 'Lamps')),
  snapshot(shop('Visitor 1742 is here', 'Lamps')),
  asWritten,
);

const textsOf = (html: string) => quietSegments(page(html), rules).map(({ text }) => text);

test('what differs at every fetch of another page is left out of a new one', () => {
  expect(rules).not.toEqual([]);
  expect(textsOf(shop('Visitor 99 is here', 'Chairs'))).toEqual([
    'Shop',
    'Chairs',
    'Always here.',
    'Imprint',
  ]);
});

test('another text at the same path is read if nothing around it is the same', () => {
  expect(textsOf('<div>Bird flu has reached the coast</div>')).toEqual(['Bird flu has reached the coast']);
});

test('a rule that is off hides nothing', () => {
  const off = rules.map((rule) => ({ ...rule, isOff: true }));
  expect(quietSegments(page(shop('Visitor 99 is here', 'Chairs')), off)).toHaveLength(5);
});
