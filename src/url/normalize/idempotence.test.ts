import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortOrLong } from '../../../test/fixtures/short-or-long.ts';
import { UrlError } from '../errors.ts';
import { extendedRules, trackingParameters } from './extended-rules.ts';
import { explainNormalization, type NormalizeOptions, normalizeUrl, settle } from './normalize-url.ts';
import type { UrlRule } from './standard-rules.ts';
import { standardRules } from './standard-rules.ts';

/** Pieces that have broken URL code before. Joined at random they make URLs and, on purpose, nonsense. */
const schemes = [
  'http:',
  'HTTPS:',
  'ftp:',
  'file:',
  'wss:',
  'sftp:',
  'foo:',
  'web+demo:',
  'mailto:',
  'data:',
  'javascript:',
  'blob:',
];
const starts = ['', '/', '//', '///', '////', '/.//', '/..//', '\\', '/\\', '\\\\', '%2f'];
const hosts = [
  'h',
  'EXAMPLE.com',
  'bücher.example',
  'xn--bcher-kva.example',
  '例え.テスト',
  '1.2.3.4',
  '0x7f.1',
  '[::1]',
  '[2001:DB8::0:1]',
  'u@h',
  'U:P%41@H',
  'a@b@c',
  'u:%34%31@h',
  '\\@h',
  '%68%6F',
  '%4A%2f',
  'h.',
  'h:80',
  'h:443',
  'h:22',
  'h:',
  'h:0080',
  'C:',
  'C|',
  '%43:',
  '%43|',
  'a b',
  'ß',
  '\u00adh',
  'ａ',
  '',
];
const pieces = [
  '/',
  '/',
  '//',
  '.',
  '..',
  '/.',
  '/..',
  '/./',
  '/../',
  '%2e',
  '%2E.',
  '.%2e',
  '%252e',
  '%252f',
  '%2F',
  '%2f',
  '%5c',
  '\\',
  'index.html',
  '/index.html',
  '/Index.HTM',
  '/default.aspx/',
  'INDEX.php',
  '/a',
  'B',
  'c',
  'Path',
  'é',
  '\u{1f4a9}',
  '%C3%A9',
  '%c3%a9',
  ';params',
  ';a=b',
  '?',
  '?',
  '&',
  '=',
  '?utm_source=x',
  '&utm_medium=',
  'gclid=1',
  '&fbclid',
  '?a=1',
  '%75tm_id=3',
  'utm_',
  '&id=2',
  '%',
  '%',
  '%%',
  '%4',
  '%3',
  '4',
  '1',
  'a',
  'F',
  'g',
  '%34',
  '%31',
  '%41',
  '%61',
  '%7e',
  '%7E',
  '%2D',
  '%25',
  '%20',
  '%00',
  '%zz',
  '#',
  '#frag',
  '@',
  ':',
  '|',
  'C|',
  '%43|',
  '%7C',
  '[',
  ']',
  '"',
  "'",
  '<',
  '>',
  '`',
  '{',
  '}',
  '^',
  ' ',
  '  ',
  '\t',
  '\n',
  '\r',
  '\u0000',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\ufeff',
  '\ufffe',
  '\ud800',
  '\udc00',
  '\u202e',
];

const pathAndMore = fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => parts.join(''));

/** Most have a scheme and so may be URLs; the rest are links that need a base, or garbage. */
const nastyUrl: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...schemes),
        fc.constantFrom('//', '//', '//', ...starts),
        fc.constantFrom(...hosts),
        pathAndMore,
      )
      .map((parts) => parts.join('')),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom('http://h', 'https://u@H:444', 'foo://H', 'foo:', 'file://', 'foo:/.//'),
        fc.constantFrom('', '/'),
        pathAndMore,
      )
      .map((parts) => parts.join('')),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...schemes), pathAndMore).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: pathAndMore },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);

const allRules = [...standardRules, ...extendedRules, trackingParameters];

/** The normal form, or null when a typed error is thrown. Any other error fails the test. */
function normalOrNull(input: string, options?: NormalizeOptions): string | null {
  try {
    return normalizeUrl(input, options);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

describe('normalising twice changes nothing', () => {
  const runs = { seed: 20_090_415, numRuns: shortOrLong(25_000, 100_000) };

  /** Also: the result parses, and the shortcut for plain links gives the same result. */
  function settled(input: string, rules: readonly UrlRule[]): boolean {
    const once = normalOrNull(input, { rules });
    if (once === null) return false;
    if (normalizeUrl(once, { rules }) !== once)
      throw new Error(`${JSON.stringify(input)} first gave ${once}`);
    if (settle(once, rules) !== once)
      throw new Error(`${JSON.stringify(input)} took a wrong short way to ${once}`);
    return true;
  }

  test('by the standard rules, and by all rules', () => {
    let accepted = 0;
    fc.assert(
      fc.property(nastyUrl, (input) => {
        if (settled(input, standardRules)) accepted += 1;
        settled(input, allRules);
      }),
      runs,
    );
    // The generator must not waste its time on inputs that the parser refuses.
    expect(accepted).toBeGreaterThan(runs.numRuns / 2);
  });

  test('by any selection of rules in any order', () => {
    fc.assert(
      fc.property(nastyUrl, fc.shuffledSubarray([...allRules]), (input, rules) => {
        settled(input, rules);
      }),
      { ...runs, numRuns: runs.numRuns * 0.3 },
    );
  });

  test('the shortcut for plain links gives the same result', () => {
    fc.assert(
      fc.property(nastyUrl, (input) => {
        // The shortcut does not recognise a copy of the list.
        expect(normalOrNull(input)).toBe(normalOrNull(input, { rules: [...standardRules] }));
      }),
      { ...runs, numRuns: runs.numRuns * 0.3 },
    );
  });
});

describe('an explanation of any URL', () => {
  test('leads from the input to the result without gaps', () => {
    fc.assert(
      fc.property(nastyUrl, (input) => {
        const url = normalOrNull(input, { rules: allRules });
        if (url === null) return;
        const explained = explainNormalization(input, { rules: allRules });
        expect(explained.url).toBe(url);
        expect([input, ...explained.steps.map((step) => step.after)]).toEqual([
          ...explained.steps.map((step) => step.before),
          url,
        ]);
      }),
      { seed: 6, numRuns: 10_000 },
    );
  });
});
