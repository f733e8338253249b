import { describe, expect, test } from 'vitest';
import { globPattern } from './url-pattern.ts';

const news = 'https://example.org/news/';

describe('a glob is the whole URL', () => {
  test.each([
    [`${news}**`, news],
    [`${news}**`, `${news}a/b?c=/d`],
    [`${news}*`, `${news}a?b=c`],
    [`${news}*`, news],
    [`${news}?`, `${news}a`],
    ['https://example.org/list?page=*', 'https://example.org/list?page=2'],
    ['https://example.org/{news,blog}/**', 'https://example.org/blog/x'],
    ['https://example.org/news{,/**}', 'https://example.org/news'],
    ['https://example.org/{a{b,c},d}', 'https://example.org/ac'],
    ['https://example.org/a/**/z', 'https://example.org/a/z'],
    ['https://example.org/a/**/z', 'https://example.org/a/b/c/z'],
    ['http{,s}://*.example.org/', 'https://www.example.org/'],
    ['**/*.pdf', 'https://example.org/a/b.pdf'],
    ['**', 'ftp://example.org/'],
    ['https://example.org/a\\*b', 'https://example.org/a*b'],
    ['https://example.org/a,b', 'https://example.org/a,b'],
    ['http://[::1]/*', 'http://[::1]/x'],
    ['https://example.org/a.b+c(d)$', 'https://example.org/a.b+c(d)$'],
    ['https://example.org/\\\u{1f44b}*', 'https://example.org/\u{1f44b}x'],
  ])('%s matches %s', (glob, url) => {
    expect(globPattern(glob).matches(url)).toBe(true);
  });

  test.each([
    [`${news}**`, 'https://example.org/news'],
    [`${news}**`, 'https://elsewhere.example.net/?u=https://example.org/news/'],
    [`${news}*`, `${news}a/b`],
    [`${news}?`, news],
    [`${news}?`, `${news}/`],
    ['https://example.org/a/**/z', 'https://example.org/az'],
    ['https://*.example.org/**', 'https://evil.net/.example.org/'],
    ['https://example.org/a.b', 'https://example.org/axb'],
    ['https://example.org/A', 'https://example.org/a'],
    ['https://example.org/a\\*b', 'https://example.org/axb'],
    ['https://example.org/a,b', 'https://example.org/a'],
    ['https://example.org/{a,b},c', 'https://example.org/a'],
  ])('%s does not match %s', (glob, url) => {
    expect(globPattern(glob).matches(url)).toBe(false);
  });
});
