import type { RuleDefinition } from './rule-definition.ts';

/** The eight rules of the Smart Crawler paper, section 5.6, letter by letter and in their order. */
export const newsRulesAsPrinted: readonly RuleDefinition[] = [
  { deny: '**default**' },
  { allow: 'http://tw.news.yahoo.com/technology/' },
  { allow: 'http://tw.news.yahoo.com/finance/' },
  { allow: 'http.+/tw.yahoo.com.tw/[0-9]+/[0-9]+/[a-zA-Z0-9]+.html' },
  { allow: 'more.php?newsclass=technology' },
  { allow: 'more.php?newsclass=finance' },
  { allow: 'http://tw.news.yahoo.com/search.php' },
  { allow: 'http://tw.search.news.yahoo.com/' },
];

/**
 * As they were meant. The printed fourth rule names another host than the example below it (`tw.news.yahoo.com`), and
 * in the fifth and sixth the question mark makes the p before it optional, so that the query never matches.
 */
export const newsRulesAsMeant: readonly RuleDefinition[] = [
  { deny: '**default**' },
  { allow: 'http://tw\\.news\\.yahoo\\.com/technology/', comment: 'the front page of technology' },
  { allow: 'http://tw\\.news\\.yahoo\\.com/finance/', comment: 'the front page of finance' },
  { allow: 'http.+/tw\\.news\\.yahoo\\.com/[0-9]+/[0-9]+/[a-zA-Z0-9]+\\.html', comment: 'articles' },
  { allow: 'more\\.php\\?newsclass=technology', comment: 'more articles of technology' },
  { allow: 'more\\.php\\?newsclass=finance', comment: 'more articles of finance' },
  { allow: 'http://tw\\.news\\.yahoo\\.com/search\\.php', comment: 'where the search form leads' },
  { allow: 'http://tw\\.search\\.news\\.yahoo\\.com/', comment: 'results of the search' },
];
