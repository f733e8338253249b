import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { compileRules } from './compile-rules.ts';
import type { AnswerFacts, RuleSubject } from './conditions.ts';
import type { RuleConditions, RuleDefinition, RuleMatch } from './rule-definition.ts';

const url = 'https://example.org/news/1.html?page=2&sort=date';
const page: AnswerFacts = { type: 'text/html; charset=utf-8', bytes: 5000, ageInSeconds: 86_400 };

describe('the first rule that matches decides', () => {
  test('a deny before an allow wins, and the other way round', () => {
    expect(compileRules([{ deny: '/news/' }, { allow: 'example' }]).decide({ url }).verdict).toBe('reject');
    expect(compileRules([{ allow: 'example' }, { deny: '/news/' }]).decide({ url }).verdict).toBe('accept');
  });

  test('the default decides last, wherever it is', () => {
    const rules = compileRules([{ deny: '**default**' }, { allow: '/news/', name: 'news' }]);
    expect(rules.decide({ url })).toEqual({
      verdict: 'accept',
      rule: 2,
      name: 'news',
      reason: 'rule 2 (news) allows it: URL matches /news/',
      settled: 'at once',
    });
    expect(rules.decide({ url: 'https://example.org/' })).toMatchObject({
      verdict: 'reject',
      rule: 'default',
    });
  });
});

const isDenied = (deny: RuleMatch, subject: Omit<RuleSubject, 'url'> = {}): boolean =>
  compileRules([{ deny }]).decide({ url, ...subject }).verdict === 'reject';

test.each<[RuleConditions, boolean]>([
  [{ depth: { min: 3 } }, true],
  [{ depth: { min: 4 } }, false],
  [{ depth: { max: 3 } }, true],
  [{ depth: { min: 1, max: 2 } }, false],
  [{ type: 'text/html' }, true],
  [{ type: ['image/*', 'TEXT/*'] }, true],
  [{ type: 'application/pdf' }, false],
  [{ size: { min: 5000 } }, true],
  [{ size: { max: '4.9 kB' } }, false],
  [{ size: { max: '1 MiB' } }, true],
  [{ age: { min: '1 day' } }, true],
  [{ age: { min: '25 hours' } }, false],
  [{ query: { with: 'page' } }, true],
  [{ query: { with: ['page', 'sort=date'] } }, true],
  [{ query: { with: 'sort=name' } }, false],
  [{ query: { without: 'session' } }, true],
  [{ query: { without: ['session', 'page'] } }, false],
  [{ regex: '/news/', depth: { min: 3 }, type: 'text/html', query: { with: 'page' } }, true],
  [{ regex: '/blog/', depth: { min: 3 } }, false],
  [{ glob: 'https://example.org/**', query: { with: 'nothing' } }, false],
])('%j holds: %s', (conditions, holds) => {
  expect(isDenied(conditions, { depth: 3, answer: page })).toBe(holds);
});

test('a fragment is not part of the query', () => {
  const rules = compileRules([{ deny: { query: { with: 'a=1' } } }]);
  const verdictOn = (one: string) => rules.decide({ url: one }).verdict;
  expect(verdictOn('https://example.org/?a=1#b')).toBe('reject');
  expect(verdictOn('https://example.org/#?a=1')).toBe('accept');
  expect(verdictOn('https://example.org/?b=2#&a=1')).toBe('accept');
});

test('a rule that asks for what an answer does not say does not match', () => {
  const silent: AnswerFacts = { type: null, bytes: null, ageInSeconds: null };
  for (const deny of [{ type: 'text/*' }, { size: { min: 0 } }, { age: { min: '1 second' } }]) {
    expect(isDenied(deny, { answer: silent })).toBe(false);
  }
});

describe('before the answer arrives', () => {
  const rules = compileRules([
    { deny: { type: 'image/*' }, name: 'no images' },
    { allow: '/news/' },
    { deny: '.*' },
  ]);

  test('a URL that a rule on the type may deny is accepted until then', () => {
    expect(rules.decide({ url })).toEqual({
      verdict: 'accept',
      rule: 1,
      name: 'no images',
      reason: 'rule 1 (no images) depends on the type, which is not known yet',
      settled: 'later',
    });
    expect(rules.decide({ url, answer: page })).toMatchObject({
      verdict: 'accept',
      rule: 2,
      settled: 'by its answer',
    });
    expect(rules.decide({ url, answer: { ...page, type: 'image/png' } })).toMatchObject({
      verdict: 'reject',
      rule: 1,
      settled: 'by its answer',
    });
  });

  test('a URL that is denied in any case need not be fetched', () => {
    expect(rules.decide({ url: 'https://example.org/blog/' })).toMatchObject({
      verdict: 'reject',
      rule: 3,
      settled: 'at once',
    });
  });

  test('a rule on the type of other URLs delays nothing', () => {
    const others = compileRules([{ deny: { regex: '/blog/', type: 'image/*' } }, { allow: '/news/' }]);
    expect(others.decide({ url }).settled).toBe('at once');
    expect(others.decide({ url, answer: page }).settled).toBe('at once');
    expect(others.asksForAnswer).toBe(true);
  });
});

describe('an allow rule that depends on the answer', () => {
  const rules = compileRules([{ allow: { type: 'text/*' }, name: 'text only' }, { deny: '/news/' }]);

  test('keeps a URL in that a later rule denies, until the answer is known', () => {
    expect(rules.decide({ url })).toMatchObject({ verdict: 'accept', rule: 1, settled: 'later' });
    expect(rules.decide({ url, answer: { ...page, type: 'image/png' } })).toMatchObject({
      verdict: 'reject',
      rule: 2,
      settled: 'by its answer',
    });
  });
});

test('a rule on the depth alone asks for no answer', () => {
  const rules = compileRules([{ deny: { depth: { min: 3 } } }]);
  expect(rules.asksForAnswer).toBe(false);
  expect(rules.decide({ url, depth: 3, answer: page }).settled).toBe('at once');
});

describe('which rules open a host', () => {
  const host = 'search.example.org';
  const opens = (definition: RuleDefinition) => {
    const rules = compileRules([definition, { deny: '**default**' }]);
    return rules.opensHost(rules.decide({ url: `https://${host}/x` }), host);
  };

  test.each<[RuleDefinition, boolean]>([
    [{ allow: '^https://search\\.example\\.org/' }, true],
    [{ allow: { glob: 'https://*.example.org/**' } }, true],
    [{ allow: { glob: 'https://{search,find}.example.org/**' } }, true],
    [{ allow: { glob: 'https://*.org/**' } }, false],
    [{ allow: { glob: '**/x' } }, false],
    [{ allow: '/x$' }, false],
    [{ allow: { depth: { max: 9 }, regex: 'example\\.org' } }, false],
    [{ deny: '^https://search\\.example\\.org/' }, false],
    [{ allow: 'research\\.example\\.org|/x' }, false],
    [{ allow: 'search\\.example\\.org\\.evil\\.net|/x' }, false],
    [{ allow: 'nothing-like-it' }, false],
  ])('%j: %s', (definition, expected) => {
    expect(opens(definition)).toBe(expected);
  });
});

test('the index finds the same rule as trying all in turn', () => {
  const word = fc.constantFrom('news', 'a', 'ab', 'Board', 'k', 's', 'page', 'html');
  const piece = fc.oneof(
    word,
    fc.constantFrom(
      '/',
      '\\.',
      '.',
      '.*',
      '[0-9]+',
      '\\d',
      '(?i)',
      '$',
      '^https?://',
      '(a+)+',
      '\u212a',
      '\u017f',
    ),
    fc.tuple(word, word).map(([a, b]) => `(${a}|${b})`),
    word.map((text) => `(${text})?`),
    word.map((text) => `\\Q${text}.\\E`),
  );
  const pattern = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
  const address = fc
    .array(fc.oneof(word, fc.constantFrom('/', '.', '1', '23', 'NEWS', 'BOARD', 'aaa', '\u212a', '\u017f')), {
      maxLength: 8,
    })
    .map((parts) => `https://example.org/${parts.join('')}`);
  let matched = 0;
  fc.assert(
    fc.property(
      fc.array(pattern, { minLength: 1, maxLength: 30 }),
      fc.array(address, { minLength: 5, maxLength: 5 }),
      (patterns, urls) => {
        const rules = compileRules([{ deny: '**default**' }, ...patterns.map((allow) => ({ allow }))]);
        const plain = patterns.map((source) => RE2JS.compile(source));
        for (const one of urls) {
          const first = plain.findIndex((compiled) => compiled.test(one));
          if (first !== -1) matched++;
          expect(rules.decide({ url: one }).rule).toBe(first === -1 ? 'default' : first + 2);
        }
      },
    ),
    { seed: 11, numRuns: 400 },
  );
  expect(matched).toBeGreaterThan(500);
});
