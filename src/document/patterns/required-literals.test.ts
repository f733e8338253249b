import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { shortOrLong } from '../../../test/fixtures/short-or-long.ts';
import { requiredLiterals } from './required-literals.ts';

test.each([
  ['abc', [['abc']]],
  ['https?://example\\.org/news/', [['http'], ['://example.org/news/']]],
  ['a|b', [['a', 'b']]],
  ['news|', []],
  ['(?i)News', [['news']]],
  ['NEWS', [['news']]],
  ['(print|amp)/x', [['print', 'amp'], ['/x']]],
  ['(print|.*)/x', [['/x']]],
  ['fo+bar', [['fo'], ['bar']]],
  ['ab?c', [['a'], ['c']]],
  ['ab*c', [['a'], ['c']]],
  ['ab{0,3}c', [['a'], ['c']]],
  ['ab{2,3}c', [['ab'], ['c']]],
  ['a{,3}b', [['a{,3}b']]],
  ['(abc)?d', [['d']]],
  ['(abc)+?d', [['abc'], ['d']]],
  ['\\Qa.b+\\Ec', [['a.b+c']]],
  ['\\Qab\\E*c', [['a'], ['c']]],
  ['a\\Q\\E*b', [['b']]],
  ['a(?i)*b', [['b']]],
  ['[]x]y', [['y']]],
  ['[^]x]y', [['y']]],
  ['[[:alpha:]]y', [['y']]],
  ['[\\]z]y', [['y']]],
  ['\\x41\\.\\d\\pL\\p{Greek}\\101q', [['.'], ['q']]],
  ['caf\u00e9s', [['caf'], ['s']]],
  ['\u{1f600}a', [['a']]],
  ['\u212aelvin', [['elvin']]],
  ['^/a$', [['/a']]],
  ['(?P<name>x)(?<other>yy)', [['x'], ['yy']]],
  ['(?s-i:ab)c', [['ab'], ['c']]],
  ['(a+)+$', [['a']]],
  ['.*', []],
])('%s needs %j', (regex, literals) => {
  RE2JS.compile(regex);
  expect(requiredLiterals(regex)).toEqual(literals);
});

test('many alternatives are not worth searching for', () => {
  const alternatives = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`);
  expect(requiredLiterals(alternatives(64).join('|'))).toEqual([alternatives(64)]);
  expect(requiredLiterals(alternatives(65).join('|'))).toEqual([]);
});

test('a hundred thousand parentheses do not overflow the stack', () => {
  expect(requiredLiterals(`${'(?:'.repeat(100_000)}a${')'.repeat(100_000)}`)).toEqual([['a']]);
});

/** A regular expression, and a text that was made to match it (assertions and flags may see to it that it does not). */
interface Sample {
  readonly regex: string;
  readonly text: string;
}

describe('compared with re2js', () => {
  const pieces: readonly (readonly [regex: string, ...texts: readonly string[]])[] = [
    ['a', 'a', 'A'],
    ['b', 'b'],
    ['K', 'k', 'K'],
    ['s', 's', 'S'],
    ['/', '/'],
    ['.', 'b', '.'],
    ['\\.', '.'],
    ['{', '{'],
    ['}', '}'],
    [']', ']'],
    ['{01}', '{01}'],
    ['{,2}', '{,2}'],
    ['\\Qa.b\\E', 'a.b'],
    ['\\Q\\E', ''],
    ['[ab]', 'a', 'b'],
    ['[^a]', 'b', '/'],
    ['[]a]', ']', 'a'],
    ['[^]b]', 'a'],
    ['[[:digit:]b]', '1', 'b'],
    ['[\\]\\.]', ']', '.'],
    ['[a-]', '-', 'a'],
    ['\\d', '1'],
    ['\\w', 'a', '1'],
    ['\\b', ''],
    ['\\x61', 'a'],
    ['\\x{62}', 'b'],
    ['\\141', 'a'],
    ['\\pL', 'k'],
    ['\\p{Lu}', 'K'],
    ['\\PL', '1'],
    ['^', ''],
    ['$', ''],
    ['\\A', ''],
    ['\\z', ''],
    ['\u212a', 'k', 'K'],
    ['\u017f', 's', 'S'],
    ['(?i)', ''],
    ['(?-i)', ''],
    ['(?s)', ''],
    ['(?)', ''],
  ];
  const quantifiers = [
    ['?', 0, 1],
    ['*', 0, 3],
    ['+', 1, 3],
    ['{0}', 0, 0],
    ['{1}', 1, 1],
    ['{2}', 2, 2],
    ['{0,2}', 0, 2],
    ['{1,}', 1, 3],
    ['+?', 1, 3],
    ['*?', 0, 3],
    ['??', 0, 1],
    ['{2}?', 2, 2],
  ] as const;

  const piece = fc
    .constantFrom(...pieces)
    .chain(([regex, ...texts]) => fc.record({ regex: fc.constant(regex), text: fc.constantFrom(...texts) }));
  const sample = fc.letrec<{ whole: Sample; atom: Sample; part: Sample }>((tie) => ({
    atom: fc.oneof(
      { weight: 4, arbitrary: piece },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?i-s:'), tie('whole'))
          .map(([open, { regex, text }]) => ({ regex: `${open}${regex})`, text })),
      },
    ),
    part: fc.oneof(
      { weight: 3, arbitrary: tie('atom') },
      {
        weight: 1,
        arbitrary: fc
          .tuple(tie('atom'), fc.constantFrom(...quantifiers), fc.nat(3))
          .map(([{ regex, text }, [sign, least, most], times]) => ({
            regex: regex + sign,
            text: text.repeat(Math.min(most, least + times)),
          })),
      },
    ),
    whole: fc
      .tuple(
        fc.array(fc.array(tie('part'), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
        fc.nat(2),
      )
      .map(([branches, taken]) => ({
        regex: branches.map((parts) => parts.map(({ regex }) => regex).join('')).join('|'),
        text: (branches[taken % branches.length] ?? []).map(({ text }) => text).join(''),
      })),
  })).whole;

  test('a text that matches contains what is required', () => {
    const numRuns = shortOrLong(2000, 8000);
    let matching = 0;
    let ruledOut = 0;
    fc.assert(
      fc.property(sample, sample, ({ regex, text }, other) => {
        const compiled = compiledOrNull(regex);
        if (compiled === null) return;
        const requirements = requiredLiterals(regex);
        for (const one of [text, other.text, `${other.text}${text}/`, text.toUpperCase()]) {
          const lower = one.toLowerCase();
          const possible = requirements.every((literals) =>
            literals.some((literal) => lower.includes(literal)),
          );
          if (!possible) ruledOut++;
          if (!compiled.test(one)) continue;
          matching++;
          expect(possible, `${regex} matches ${one}, but needs ${JSON.stringify(requirements)}`).toBe(true);
        }
      }),
      { seed: 4, numRuns },
    );
    // The property says nothing when little matches, or when nothing is ever ruled out.
    expect(matching).toBeGreaterThan(numRuns);
    expect(ruledOut).toBeGreaterThan(numRuns / 8);
  });
});

/** Null for what is not a regular expression, such as repeated flags with nothing before them. */
function compiledOrNull(regex: string): RE2JS | null {
  try {
    return RE2JS.compile(regex);
  } catch {
    return null;
  }
}
