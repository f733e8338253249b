import { expect, test } from 'vitest';
import { tableTwo, visitBilingualNews } from './bilingual-news.example.ts';

test('the five detectors of the paper on news in two languages: each result once, and again when its surroundings changed', () => {
  expect(tableTwo(visitBilingualNews()).split('\n')).toEqual([
    'visit       1  2  3  4  5  6  7  8  9 10 11 12',
    'NoU-Simple  1  0  0  0  0  0  0  1  0  0  1  0',
    'NoP-Simple  1  0  0  0  0  0  0  1  0  0  1  0',
    'NoU-Stem    2  0  1  0  1  0  0  1  0  0  1  0',
    'NoP-Stem    2  0  1  0  1  0  0  1  0  0  1  0',
    'NoU-Dist    2  0  0  0  1  0  0  1  0  0  1  0',
    'NoP-Dist    2  0  0  0  1  0  0  1  0  0  1  0',
    'NoU-InPhr   2  0  0  0  1  0  0  0  0  0  1  0',
    'NoP-InPhr   2  0  0  0  1  0  0  0  0  0  1  0',
    'NoU-Perc    2  0  1  0  1  0  0  1  2  0  1  0',
    'NoP-Perc    2  0  1  0  1  0  0  1  2  0  1  0',
    'NoU         2  0  1  0  1  0  0  1  2  0  1  0',
    'NoP         9  0  2  0  4  0  0  4  2  0  5  0',
  ]);
});

test('a report names the words as the page has them', () => {
  const [first = []] = visitBilingualNews();
  const shown = first.map(
    ({ detector, url, words }) => `${detector} ${url.slice(-4)} ${words.map(({ text }) => text).join(' ')}`,
  );
  expect(shown).toEqual([
    'Simple /en/ flu virus',
    'Stem /en/ flu virus',
    'Dist /en/ flu virus',
    'InPhr /en/ flu virus',
    'Perc /en/ flu virus',
    'Stem /pl/ wirusy grypy',
    'Dist /pl/ wirusy grypy',
    'InPhr /pl/ wirusy grypy',
    'Perc /pl/ wirusy grypy',
  ]);
});
