import { describe, expect, test } from 'vitest';
import { type Segment, segmentHtml } from '../../document/index.ts';
import { asWritten } from '../compare/segment-links.ts';
import { TwinAgreement, VisitFetches } from './twin-agreement.ts';
import { VolatileRegions } from './volatile-regions.ts';

const page = (items: string) => ({
  segments: segmentHtml(
    Buffer.from(`<h1>a</h1><ul>${[...items].map((item) => `<li>Item ${item}`).join('')}</ul><p>end`),
  ).leaves,
  at: null,
});

/** The regions of a list; its items are letters. */
function regions(last: string, now: string, ...twins: readonly string[]) {
  const fetches = new VisitFetches(page(last), page(now), twins.map(page), asWritten);
  const find = (of: readonly Segment[], item: string) =>
    of.find(({ text }) => text === `Item ${item}`) as Segment;
  return {
    of: new VolatileRegions(new TwinAgreement(fetches), fetches),
    old: (item: string) => find(fetches.last.segments, item),
    now: (item: string) => find(fetches.now.segments, item),
  };
}

describe('a list is', () => {
  test.each([
    ['steady', 'abcd', 'abcd', 'abcd'],
    ['shuffled', 'abcd', 'abcd', 'bdca'],
    ['rotating', 'abcd', 'abcd', 'efgh'],
  ])('%s', (state, last, now, twin) => {
    const { of, now: item } = regions(last, now, twin);
    expect(of.stateAt(item('a'))).toBe(state);
    expect(of.isSteady(item('a'))).toBe(state === 'steady');
  });
});

describe('an item of the last version', () => {
  test('is still there when its list has it as often', () => {
    const { of, old } = regions('abca', 'acab', 'cbaa');
    expect(of.isStillThere(old('a'))).toBe(true);
    const fewer = regions('abca', 'cab', 'cba');
    expect(fewer.of.isStillThere(fewer.old('a'))).toBe(false);
  });

  test('may be more frequent in another fetch', () => {
    const { of, old } = regions('abcd', 'bcde', 'abce');
    expect([of.isMoreFrequentInTwin(old('a')), of.isMoreFrequentInTwin(old('b'))]).toEqual([true, false]);
  });

  test('was replaced where content rotates, and as much is shown', () => {
    const rotating = regions('abcd', 'efgh', 'ijkl');
    expect([rotating.of.isReplaced(rotating.old('a')), rotating.of.hasRoomAt(rotating.old('a'))]).toEqual([
      true,
      true,
    ]);
    const shorter = regions('abcd', 'ef', 'gh');
    expect(shorter.of.isReplaced(shorter.old('a'))).toBe(false);
    const steady = regions('abcd', 'bcde', 'bcde');
    expect(steady.of.isReplaced(steady.old('a'))).toBe(false);
  });

  test('has room where fetches differ in length by as much as is missing', () => {
    const { of, old } = regions('abcde', 'fghi', 'jkl');
    expect(of.hasRoomAt(old('a'))).toBe(true);
  });
});

describe('an item of this visit', () => {
  test('was already there as often', () => {
    const { of, now } = regions('abc', 'cab', 'bca');
    expect(of.wasAlreadyThere(now('a'))).toBe(true);
    const more = regions('abc', 'abcd', 'dabc');
    expect(more.of.wasAlreadyThere(more.now('d'))).toBe(false);
  });

  test('was added when all fetches have it more often', () => {
    const { of, now } = regions('abc', 'abcde', 'abcdf');
    expect([of.isAddedToAll(now('d')), of.isAddedToAll(now('e'))]).toEqual([true, false]);
  });
});
