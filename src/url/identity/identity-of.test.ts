import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UrlError } from '../errors.ts';
import { identityOf } from './identity-of.ts';

const id = (url: string) => identityOf(url).identity;

describe('well-known session ids are cut out, whatever their value', () => {
  it.each([
    ['http://e.org/cat;jsessionid=1', 'http://e.org/cat'],
    ['http://e.org/cat;JSESSIONID=0A1B.node2?x=1', 'http://e.org/cat?x=1'],
    ['http://e.org/a;v=2;jsessionid=0A1B/list', 'http://e.org/a;v=2/list'],
    ['http://e.org/jsessionid=0A1B/list', 'http://e.org/list'],
    ['http://e.org/jsessionid=0A1B', 'http://e.org/'],
    ['http://e.org/p?a=1;jsessionid=0A1B', 'http://e.org/p?a=1'],
    ['http://e.org/p?PHPSESSID=x&a=1&b', 'http://e.org/p?a=1&b'],
    ['http://e.org/p?a=1&PHPSESSID=x', 'http://e.org/p?a=1'],
    ['http://e.org/p?PHPSESSID=x', 'http://e.org/p'],
    ['http://e.org/p?PHPSESSID=x&osCsid=y&a=1', 'http://e.org/p?a=1'],
    ['http://e.org/p?ASPSESSIONIDAQBSDSRT=EOHB&a=1', 'http://e.org/p?a=1'],
    ['http://e.org/p?cfid=3&CFTOKEN=57491900&a=1', 'http://e.org/p?a=1'],
    ['http://e.org/(S(4hqa0555fwsecu455xqckv45))/a.aspx', 'http://e.org/a.aspx'],
    ['http://e.org/(X(1)S(4hqa0555fwsecu455xqckv45))/', 'http://e.org/'],
    ['http://e.org/(4hqa0555fwsecu455xqckv45)/a.aspx', 'http://e.org/a.aspx'],
    ['http://e.org/p?XTCsid=a&POSTNUKESID=b', 'http://e.org/p'],
    [
      'http://e.org/go?to=http%3A%2F%2Fx.org%2Fcat%3Bjsessionid%3D0A1B%3Fa%3D1',
      'http://e.org/go?to=http%3A%2F%2Fx.org%2Fcat%3Fa%3D1',
    ],
    [
      'http://e.org/go?to=%2Fp%3Fa%3D1%26PHPSESSID%3Dx%26b%3D2&c=3',
      'http://e.org/go?to=%2Fp%3Fa%3D1%26b%3D2&c=3',
    ],
    ['http://e.org/go?to=%252Fp%253FPHPSESSID%253Dx', 'http://e.org/go?to=%252Fp'],
    ['http://e.org/go?to=/p?PHPSESSID=x', 'http://e.org/go?to=/p'],
    ['http://e.org/jsessionid/0A1B2C3D/list', 'http://e.org/list'],
    ['http://e.org/app/PHPSESSID/f9f2770d591366bc/a.php?b=1', 'http://e.org/app/a.php?b=1'],
    ['http://e.org/a/CFID/1/CFTOKEN/2/b.cfm', 'http://e.org/a/b.cfm'],
    ['http://e.org/p?app_PHPSESSID=x&a=1', 'http://e.org/p?a=1'],
    ['http://e.org/p;$sessionid$K2F0A1?a=1', 'http://e.org/p?a=1'],
  ])('%s is %s', (url, identity) => expect(id(url)).toBe(identity));
});

describe('a name that says session counts unless its value is a short number or a word', () => {
  it.each([
    ['http://e.org/p?_sessionid=qmyrcedt&a=1', 'http://e.org/p?a=1'],
    ['http://e.org/p?Session_ID=706616433', 'http://e.org/p'],
    ['http://e.org/p?asesessid=x7k2m9q4', 'http://e.org/p'],
    ['http://e.org/p?sessionid=17', 'http://e.org/p?sessionid=17'],
    ['http://e.org/p?session_id=keynote', 'http://e.org/p?session_id=keynote'],
    ['http://e.org/p?sid=9682993c8daa2c5497996114facdc805', 'http://e.org/p'],
    ['http://e.org/p?s=9682993c8daa2c5497996114facdc805', 'http://e.org/p'],
    ['http://e.org/p?mySID=9682993c8daa2c5497996114facdc805', 'http://e.org/p'],
    ['http://e.org/p?forum_sid=9682993c8daa2c5497996114facdc805', 'http://e.org/p'],
    ['http://e.org/p?vbSESSID=9682993c8daa2c5497996114facdc805', 'http://e.org/p'],
    ['http://e.org/sid/9682993c8daa2c5497996114facdc805/x.html', 'http://e.org/x.html'],
  ])('%s is %s, which is called a guess', (url, identity) => {
    const found = identityOf(url);
    expect(found.identity).toBe(identity);
    expect(found.removed.every(({ why }) => why.startsWith('a guess'))).toBe(true);
    expect(identityOf(url, [], { guess: false }).identity).toBe(url);
  });
});

describe('what selects content is kept', () => {
  it.each([
    'http://e.org/list?sid=42',
    'http://e.org/news.aspx?NewsID=10',
    'http://e.org/agenda?session=morning',
    'http://e.org/search?s=running-shoes',
    'http://e.org/search?s=iphone14promax',
    'http://e.org/blob?sha=9682993c8daa2c5497996114facdc805',
    'http://e.org/watch?v=dQw4w9WgXcQ',
    'http://e.org/p?cfid=3',
    'http://e.org/p?cfid=3&to=%2Fq%3Fcftoken%3D57491900',
    'http://e.org/p?Session_ID=70661643',
    'http://e.org/p?PHPSESSIDS=1',
    'http://e.org/p?NOPHPSESSID=9682993c8daa2c5497996114facdc805',
    'http://e.org/p?RESID=9682993c8daa2c5497996114facdc805',
    'http://e.org/jsessionid/history',
    'http://e.org/jsessionid/part-2.html',
    'http://e.org/CFID/1/b.cfm',
    'http://e.org/s/9682993c8daa2c5497996114facdc805',
    'http://e.org/jsessionid-explained.html',
    'http://e.org/wiki/(S)-1-Hexanol',
    'http://e.org/reports/(2019)/q1.html',
    'http://e.org/sessions/?sessions=12',
    'http://e.org/p?',
  ])('%s', (url) => expect(identityOf(url)).toEqual({ identity: url, removed: [] }));
});

describe('an identity', () => {
  it('says what was removed and why', () => {
    const { removed } = identityOf('http://e.org/p?PHPSESSID=x&a=1');
    expect(removed).toEqual([
      {
        text: 'PHPSESSID=x',
        place: 'query parameter "PHPSESSID"',
        rule: 'well-known session parameter',
        why: 'frameworks use this name for session ids',
      },
    ]);
  });

  it('names a removed field once, and not what was inside its value', () => {
    const { identity, removed } = identityOf('http://e.org/p?PHPSESSID=/q?jsessionid=1&a=1');
    expect(identity).toBe('http://e.org/p?a=1');
    expect(removed.map(({ text }) => text)).toEqual(['PHPSESSID=/q?jsessionid=1']);
  });

  it('is a typed error for anything that is not a URL', () => {
    expect(() => identityOf('http://')).toThrow(UrlError);
    expect(() => identityOf('')).toThrow(UrlError);
  });

  it('survives endless nesting', () => {
    expect(() => id(`http://e.org/${'a?b=c'.repeat(50_000)};jsessionid=1`)).not.toThrow();
    expect(() => id(`http://e.org/(${'%252F%3B'.repeat(50_000)}sid=1`)).not.toThrow();
  });

  it('of an identity is the identity itself', () => {
    const piece = fc.constantFrom(
      '/',
      '?',
      '&',
      ';',
      '=',
      '%26',
      '%3D',
      '%3F',
      '%2F',
      '%3B',
      '%252F',
      '(',
      ')',
      'S(abc)',
      'jsessionid=',
      'PHPSESSID=',
      'sid=9682993c8daa2c5497996114facdc805',
      'CFID=1',
      'CFTOKEN=2',
      'a',
      'b=1',
      'cat',
      '~',
      '.',
      'http%3A%2F%2Fx.org',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const identity = id(`http://e.org/${pieces.join('')}`);
        expect(id(identity)).toBe(identity);
      }),
      { seed: 8, numRuns: 20_000 },
    );
  });
});
