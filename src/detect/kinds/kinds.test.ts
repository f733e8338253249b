import { describe, expect, test } from 'vitest';
import type { DetectorDefinition } from '../model/detector-kind.ts';
import { foundBy } from '../watched-page.example.ts';

const flu = '<p>The Flu is a disease. A virus causes it.</p>';
const news = '<p>The viruses of the bird flu have reached the coast, it is said.</p>';
const polish = '<p>Eksperci ostrzegają, że nowe wirusy ptasiej grypy są w Polsce.</p>';

const cases: readonly (readonly [string, DetectorDefinition, string, readonly string[]])[] = [
  ['words in any order and case', { words: ['VIRUS', 'flu'] }, flu, ['Flu virus']],
  ['words: all of them', { words: ['virus', 'flu', 'bird'] }, flu, []],
  ['words: not other forms', { words: ['virus', 'flu'] }, news, []],
  ['words: all in one segment', { words: ['virus', 'flu'] }, '<p>The virus</p><p>The flu</p>', []],
  ['words with signs', { words: ['A/H1N1'] }, '<p>Type A/H1N1 and H1N1</p>', ['A/H1N1']],
  ['words of Chinese', { words: ['流感'] }, '<p>流感病毒</p>', ['流感']],
  ['words of Thai', { words: ['ไข้หวัดใหญ่'] }, '<p>ไข้หวัดใหญ่ระบาด</p>', ['ไข้หวัดใหญ่']],
  ['stems in any form', { stems: ['virus', 'flu'] }, news, ['viruses flu']],
  ['stems of Polish', { stems: ['wirus', 'grypa'], language: 'pl' }, polish, ['wirusy grypy']],
  ['stems in the language of the text', { stems: ['wirus', 'grypa'] }, polish, ['wirusy grypy']],
  ['stems of another language', { stems: ['wirus', 'grypa'], language: 'en' }, polish, []],
  ['close words', { close: { words: ['flu', 'virus'], within: 5 } }, flu, ['Flu virus']],
  ['words too far apart', { close: { words: ['flu', 'virus'], within: 4 } }, flu, []],
  ['close stems', { close: { stems: ['virus', 'flu'], within: 4 } }, news, ['viruses flu']],
  [
    'the closest of several',
    { close: { words: ['a', 'b'], within: 1 } },
    '<p>a x b x x b a x a</p>',
    ['b a'],
  ],
  ['one sentence', { sentence: ['flu', 'disease'] }, flu, ['Flu disease']],
  ['two sentences', { sentence: ['flu', 'virus'] }, flu, []],
  ['one sentence by stems', { sentence: { stems: ['virus', 'reaching'] } }, news, ['viruses reached']],
  [
    'some of the words',
    { optional: { words: ['flu', 'virus', 'AH1N1', 'plague'], atLeast: '50%' } },
    flu,
    ['Flu virus'],
  ],
  ['too few of the words', { optional: { words: ['flu', 'AH1N1', 'plague'], atLeast: 2 } }, flu, []],
  ['some stems', { optional: { stems: ['virus', 'coasts', 'plague'], atLeast: 2 } }, news, ['viruses coast']],
  ['a phrase', { phrase: 'bird flu' }, '<p>Bird-Flu!</p>', ['Bird-Flu']],
  ['a phrase in another order', { phrase: 'flu bird' }, news, []],
  ['a phrase in any order', { phrase: { text: 'flu bird', anyOrder: true } }, news, ['bird flu']],
  ['a phrase in exact case', { phrase: { text: 'Bird Flu', exactCase: true } }, news, []],
  ['a phrase in that case', { phrase: { text: 'bird flu', exactCase: true } }, news, ['bird flu']],
  [
    'a pattern',
    { pattern: 'CVE-\\d{4}-\\d+' },
    '<p>See CVE-2026-1 and CVE-2026-22.</p>',
    ['CVE-2026-1 CVE-2026-22'],
  ],
  ['a pattern beyond ASCII', { pattern: '(?i)ptasiej\\s+gryp' }, polish, ['ptasiej gryp']],
  ['a pattern without literals', { pattern: '[0-9]{3}' }, '<p>it is 123</p>', ['123']],
  [
    'similar text',
    { similar: { to: 'The bird flu virus has reached the coast', atLeast: '40%' } },
    news,
    ['viruses bird flu reached coast'],
  ],
  ['other text', { similar: { to: 'The parliament voted on the budget of the army' } }, news, []],
  ['any change', { change: 'any' }, '<p>One two</p>', ['2 words are new']],
  ['a small change', { change: { words: 3 } }, '<p>One two</p>', []],
  ['a new page', { page: ['new'] }, '<p>x</p>', ['the page is new']],
  ['all conditions', { all: [{ words: ['flu'] }, { pattern: 'dis\\w+' }] }, flu, ['Flu disease']],
  ['all but one condition', { all: [{ words: ['flu'] }, { words: ['bird'] }] }, flu, []],
  ['any condition', { any: [{ words: ['bird'] }, { phrase: 'a disease' }] }, flu, ['a disease']],
  ['no condition', { words: ['flu'], none: [{ words: ['disease'] }] }, flu, []],
  ['none of them', { words: ['flu'], none: [{ words: ['bird'] }] }, flu, ['Flu']],
  ['words of a new page', { all: [{ page: ['new'] }, { words: ['flu'] }] }, flu, ['Flu']],
];

test.each(cases)('%s', (_, definition, html, expected) => {
  expect(foundBy(definition, html)).toEqual([expected]);
});

describe('what is gone', () => {
  test('is found when a detector asks for it', () => {
    const [, then] = foundBy(
      { words: ['tickets'], in: 'removed' },
      '<p>No tickets left</p>',
      '<p>Sold out</p>',
    );
    expect(then).toEqual(['tickets']);
  });

  test('is not found by others', () => {
    expect(foundBy({ words: ['tickets'] }, '<p>a</p><p>tickets</p>', '<p>a</p>')[1]).toEqual([]);
  });
});

describe('numbers', () => {
  const price = (text: string) => `<h1>Lamp</h1><p>Price: ${text} incl. 19 % tax</p>`;
  const below = { number: { beside: ['price'], below: 30 } };

  test('below a limit are reported when they get there, and when they change there', () => {
    const reported = foundBy(
      below,
      ...['34,90 €', '29,90 €', '29,90 €', '25 €', '40 €', '29,90 €'].map(price),
    );
    expect(reported).toEqual([[], ['29,90'], [], ['25'], [], ['29,90']]);
  });

  test('named as a price are the amount of money, not a number that stands nearer', () => {
    const page = (amount: string) => `<p>Price of lamp 3: € ${amount}, was € 50, 4 left</p>`;
    expect(foundBy(below, page('34.90'), page('12.90'))).toEqual([[], ['12.90']]);
    const stock = { number: { beside: ['lamp'], below: 30 } };
    expect(foundBy(stock, page('34.90'))).toEqual([['3']]);
  });

  test('that stay the same are not reported when the words around them change', () => {
    expect(foundBy(below, '<p>Price: 20, 3 left</p>', '<p>Price: 20, 2 left</p>')).toEqual([['20'], []]);
  });

  test.each([
    [{ above: 100 }, '90', '120', 1],
    [{ changesBy: '5%' }, '100', '104', 0],
    [{ changesBy: '5%' }, '100', '94', 1],
    [{ risesBy: 10 }, '1.000 €', '1.011 €', 1],
    [{ risesBy: 10 }, '1.000 €', '980 €', 0],
    [{ fallsBy: '10 %' }, '$1,000', '$899', 1],
    [{ fallsBy: 1, below: 50 }, '60', '55', 0],
  ])('%j from %s to %s', (limits, before, after, times) => {
    const [, reported] = foundBy({ number: { beside: ['price'], ...limits } }, price(before), price(after));
    expect(reported).toHaveLength(times);
  });

  test('have their label in the cell before', () => {
    const row = (value: string) => `<table><tr><th>Old price<td>50 €<tr><th>Price<td>${value}</table>`;
    expect(foundBy(below, row('34 €'), row('29 €'))).toEqual([[], ['29']]);
  });

  test('are named by a selector', () => {
    const html = (value: string) => `<p>Only today <b class=price>${value}</b> instead of 99</p>`;
    const reported = foundBy(
      { number: { selector: '.price', below: 30 } },
      html('34 €'),
      html('29 €'),
      html('29 €'),
    );
    expect(reported).toEqual([[], ['the number at .price went from 34 € to 29 €: below 30'], []]);
  });
});
