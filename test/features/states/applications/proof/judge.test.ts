import { describe, expect, test } from 'vitest';
import { serving } from '../serve-application.ts';
import type { StateApplication } from '../state-application.ts';
import { expectedCount, judge } from './judge.ts';

const shop: StateApplication = {
  name: 'shop',
  about: 'a list, two records and a toast',
  serve: serving({}),
  states: [
    { name: 'list', see: ['All lamps'], not: ['Saved'] },
    { name: 'red', see: ['Red lamp'] },
    { name: 'blue', see: ['Blue lamp'] },
    { name: 'toast', see: ['All lamps', 'Saved'], isOptional: true },
  ],
  sameStructure: [['red', 'blue']],
  ways: [['list', 'blue']],
  forbidden: ['/delete'],
};

const nothing = { missed: [], duplicates: [], unexpected: [], missingWays: [], forbidden: [] };

describe('the judge', () => {
  test('is content when every state is found once, with or without what is optional', () => {
    const ways = [{ from: 0, to: 2 }];
    const texts = ['All lamps', 'A Red lamp', 'A Blue lamp'];
    expect(judge(shop, 'content', { texts, transitions: ways, asked: ['/'] })).toEqual(nothing);
    const withToast = [...texts, 'All lamps Saved'];
    expect(judge(shop, 'content', { texts: withToast, transitions: ways, asked: ['/'] })).toEqual(nothing);
    expect(expectedCount(shop, 'content')).toEqual([3, 4]);
  });

  test('tells what is missed, what is there twice, what nobody expected, and what was done', () => {
    const texts = ['All lamps', 'Loading', 'Red lamp', 'Red lamp 17', 'All lamps Saved', 'All lamps Saved'];
    expect(judge(shop, 'content', { texts, transitions: [], asked: ['/', '/delete?id=7'] })).toEqual({
      missed: ['blue'],
      duplicates: ['red', 'toast'],
      unexpected: ['Loading'],
      missingWays: ['list > blue'],
      forbidden: ['/delete'],
    });
  });

  test('takes states of one structure as one, where that is the setting', () => {
    const texts = ['All lamps', 'Blue lamp'];
    const found = { texts, transitions: [{ from: 0, to: 1 }], asked: [] };
    expect(judge(shop, 'structure', found)).toEqual(nothing);
    expect(judge(shop, 'structure', { ...found, texts: [...texts, 'Red lamp'] }).duplicates).toEqual(['red']);
    expect(expectedCount(shop, 'structure')).toEqual([2, 3]);
  });
});
