import { describe, expect, it } from 'vitest';
import { urlFields } from './url-fields.ts';

const fields = (url: string) =>
  urlFields(url).map(({ carrier, name, value }) => `${carrier} ${name === null ? '' : `${name}=`}${value}`);

describe('the fields of a URL', () => {
  it.each<[string, string[]]>([
    ['http://www.e.org/', ['host www', 'host e', 'host org']],
    ['http://u:p.q@e.org/', ['host e', 'host org']],
    ['http://e/a/b', ['host e', 'segment a', 'segment b']],
    ['http://e/a//b/', ['host e', 'segment a', 'segment b']],
    ['http://e/a=1;b=2;c', ['host e', 'segment a=1', 'matrix b=2', 'matrix c']],
    ['http://e/a;b=2&c=3', ['host e', 'segment a', 'matrix b=2', 'matrix c=3']],
    ['http://e/a&c=3;b=2', ['host e', 'segment a&c=3', 'matrix b=2']],
    ['http://e/a%3Bb=2', ['host e', 'segment a', 'matrix b=2']],
    ['http://e/a%3Bb', ['host e', 'segment a%3Bb', 'query a', 'query b']],
    ['http://e/?a=1&b&&c=', ['host e', 'query a=1', 'query b', 'query c=']],
    ['http://e/?a=1;b=2', ['host e', 'query a=1', 'query b=2']],
    ['http://e/?a=1#b=2', ['host e', 'query a=1']],
    ['http://e/?u=/a?b=c', ['host e', 'query u=/a?b=c', 'segment a', 'query b=c']],
    ['http://e/?u=%2Fa%3Fb%3Dc', ['host e', 'query u=%2Fa%3Fb%3Dc', 'segment a', 'query b=c']],
    ['http://e/?u=b%3Dc%26d%3De', ['host e', 'query u=b%3Dc%26d%3De', 'query b=c', 'query d=e']],
    ['http://e/?u=abc/def', ['host e', 'query u=abc/def']],
  ])('%s', (url, expected) => expect(fields(url)).toEqual(expected));

  it('have positions in its text', () => {
    const url = 'http://e.org/a;b=1?c=%2Fd%3Fe%3Df';
    for (const { name, value, start, valueStart, end } of urlFields(url)) {
      expect(url.slice(valueStart, end)).toBe(value);
      if (name !== null) expect(url.slice(start, start + name.length)).toBe(name);
    }
  });

  it('count those inside their value', () => {
    const outer = urlFields('http://e/?u=%2Fa%3Fb%3Dc&v=1').filter(({ level }) => level === 0);
    expect(outer.map(({ value, inner }) => [value, inner])).toEqual([
      ['e', 0],
      ['%2Fa%3Fb%3Dc', 2],
      ['1', 0],
    ]);
  });
});
