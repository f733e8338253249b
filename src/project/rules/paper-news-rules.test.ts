import { describe, expect, test } from 'vitest';
import { compileRules } from './compile-rules.ts';
import { newsRulesAsMeant, newsRulesAsPrinted } from './paper-news-rules.example.ts';

const more = 'http://tw.news.yahoo.com/more.php?newsclass=technology';
const article = 'http://tw.news.yahoo.com/060525/195/36cky.html';

describe('the eight rules of section 5.6, as they were meant', () => {
  const rules = compileRules(newsRulesAsMeant);

  test.each([
    ['http://tw.news.yahoo.com/technology/', 2],
    ['http://tw.news.yahoo.com/technology/page2.html', 2],
    ['http://tw.news.yahoo.com/finance/', 3],
    [article, 4],
    [more, 5],
    ['http://tw.news.yahoo.com/more.php?newsclass=finance&p=2', 6],
    ['http://tw.news.yahoo.com/search.php', 7],
    ['http://tw.search.news.yahoo.com/search?p=Google', 8],
  ])('%s is let in by rule %i', (url, rule) => {
    expect(rules.decide({ url })).toMatchObject({ verdict: 'accept', rule });
  });

  test.each([
    'http://tw.news.yahoo.com/',
    'http://tw.news.yahoo.com/sports/',
    'http://tw.news.yahoo.com/more.php?newsclass=sports',
    'http://ad.yahoo.com/banner.html',
    'http://tw.news.yahoo.com/technology',
  ])('%s is kept out by the default', (url) => {
    expect(rules.decide({ url })).toEqual({
      verdict: 'reject',
      rule: 'default',
      name: null,
      reason: 'no rule matches it, and the default denies it',
      settled: 'at once',
    });
  });
});

describe('the eight rules as printed', () => {
  const rules = compileRules(newsRulesAsPrinted);

  test('most do what the text says', () => {
    for (const [url, rule] of [
      ['http://tw.news.yahoo.com/technology/', 2],
      ['http://tw.news.yahoo.com/finance/', 3],
      ['http://tw.news.yahoo.com/search.php', 7],
      ['http://tw.search.news.yahoo.com/search?p=Google', 8],
    ] as const) {
      expect(rules.decide({ url })).toMatchObject({ verdict: 'accept', rule });
    }
  });

  test('three do not match the links they were written for, and for two of them the question mark is doubted', () => {
    for (const url of [article, more]) expect(rules.decide({ url }).rule).toBe('default');
    expect(
      rules.rules.filter(({ doubt }) => doubt !== null).map(({ number, doubt }) => [number, doubt]),
    ).toEqual([
      [5, '"p?" means "p" or nothing; write \\? for the question mark of a query'],
      [6, '"p?" means "p" or nothing; write \\? for the question mark of a query'],
    ]);
  });
});
