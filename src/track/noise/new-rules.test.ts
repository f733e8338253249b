import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { linkRule, shapeOfHunk, textRule, valueAt, valueRule } from './learn-rules.ts';
import type { Hunk } from './token-differences.ts';
import type { ValueRule } from './volatile-rule.ts';

const place = { path: 'div/p', before: null, after: null };
const hunk = (removed: readonly string[], added: readonly string[]): Hunk => ({
  removed,
  added,
  before: ['Seen'],
  after: ['times'],
});
const { leaves } = segmentHtml(Buffer.from('<p>Buy a boat<p>See the hills'));

test('learning a rule again does not make a second one', () => {
  expect(valueRule(place, hunk(['1'], ['2'])).id).toBe(valueRule(place, hunk(['3'], ['4'])).id);
  const other = { ...place, path: 'div/p[2]' };
  expect(valueRule(other, hunk(['1'], ['2'])).id).not.toBe(valueRule(place, hunk(['1'], ['2'])).id);
});

describe('a value', () => {
  test.each([
    [['12'], ['13'], 'number', 'numbers'],
    [['a8f3'], ['77b1'], 'code', 'codes'],
    [['12'], ['a8f3'], 'code', 'codes'],
    [['Anna'], ['Ben', 'Clara'], 'words', 'words'],
  ])('%j, then %j', (removed, added, shape, noun) => {
    expect(shapeOfHunk(hunk(removed, added))).toBe(shape);
    expect(valueRule(place, hunk(removed, added))).toMatchObject({
      value: { shape },
      evidence: `two fetches at the same moment had different ${noun}`,
    });
  });

  test('remembers its words, but no numbers', () => {
    expect(valueRule(place, hunk(['Anna'], ['Ben', 'and', 'Anna']))).toMatchObject({
      value: { words: ['Anna', 'Ben', 'and'], draws: { seen: 3, unseen: 3 } },
    });
    expect(valueRule(place, hunk(['1'], ['2']))).not.toHaveProperty('value.words');
  });

  test('is the same at another place, with an id of its own', () => {
    const rule = valueRule(place, hunk(['1'], ['2'])) as ValueRule;
    const there = { ...place, path: 'ul/li[*]' };
    expect(valueAt(there, rule)).toEqual({ ...valueRule(there, hunk(['1'], ['2'])) });
  });
});

test('a text remembers what was seen, and whether it may be missing', () => {
  const rule = textRule({
    place,
    mayBeAbsent: true,
    examples: ['Buy a boat', ''],
    evidence: 'why',
    seen: leaves,
  });
  expect(rule).toMatchObject({ id: 'segment div/p', mayBeAbsent: true, draws: { seen: 2, unseen: 2 } });
  expect(rule.texts).toHaveLength(2);
});

test('a link is named by its number and the parameter that differs', () => {
  const id = (index: number, parameter: string | null) =>
    linkRule({
      place,
      link: { index, kind: 'page', parameter },
      addresses: ['/a', '/b'],
      examples: ['/a', '/b'],
      evidence: 'why',
    }).id;
  expect(new Set([id(0, null), id(1, null), id(0, 't')]).size).toBe(3);
});
