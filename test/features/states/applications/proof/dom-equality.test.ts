import { expect, test } from 'vitest';
import { readForComparison } from '../../../../../src/document/index.ts';
import { domEquality } from './dom-equality.ts';

const page = (html: string) => readForComparison(Buffer.from(html));
const one = page('<p class="a">High water</p>');

test.each([
  ['a text', '<p class="a">Low water</p>', false, true],
  ['an attribute', '<p class="b">High water</p>', false, false],
  ['an element', '<p class="a">High water</p><p></p>', false, false],
  ['nothing', '<p class="a">High water</p>', true, true],
])('pages that differ in %s', (_, html, isSame, isSameWithoutTexts) => {
  for (const [withTexts, expected] of [
    [true, isSame],
    [false, isSameWithoutTexts],
  ] as const) {
    const { fingerprint, isNearDuplicate } = domEquality({ withTexts });
    expect(isNearDuplicate(fingerprint(one), fingerprint(page(html)))).toBe(expected);
  }
});
