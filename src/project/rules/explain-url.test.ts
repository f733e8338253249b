import { expect, test } from 'vitest';
import { compileRules } from './compile-rules.ts';
import { explainUrl } from './rule-set.ts';

const rules = compileRules([
  { deny: '**default**' },
  { deny: { regex: '/n', depth: { min: 9 } } },
  { allow: 'new.', name: 'news' },
  { deny: { glob: '**/print' }, comment: 'the same without pictures' },
  { deny: '/blog/' },
]);

test('says which rule decides, what it found, and which come too late', () => {
  expect(explainUrl(rules, 'HTTPS://Example.org/a/../news/print')).toEqual({
    url: 'https://example.org/news/print',
    decision: rules.decide({ url: 'https://example.org/news/print' }),
    matching: [
      {
        number: 2,
        name: null,
        verdict: 'reject',
        reason: 'rule 2 denies it: URL matches /n and depth at least 9',
        comment: null,
        matchedPart: '/n',
        role: 'depends',
      },
      {
        number: 3,
        name: 'news',
        verdict: 'accept',
        reason: 'rule 3 (news) allows it: URL matches new.',
        comment: null,
        matchedPart: 'news',
        role: 'decides',
      },
      {
        number: 4,
        name: null,
        verdict: 'reject',
        reason: 'rule 4 denies it: URL is **/print',
        comment: 'the same without pictures',
        matchedPart: 'https://example.org/news/print',
        role: 'too late',
      },
    ],
  });
});

test('with the depth known, nothing depends on it', () => {
  const { decision, matching } = explainUrl(rules, 'https://example.org/news/', { depth: 1 });
  expect(decision).toMatchObject({ verdict: 'accept', rule: 3, settled: 'at once' });
  expect(matching.map(({ number, role }) => [number, role])).toEqual([[3, 'decides']]);
});

test('what comes too late does not depend on anything any more', () => {
  const late = compileRules([{ allow: '/news/' }, { deny: { depth: { min: 9 } } }]);
  const { matching } = explainUrl(late, 'https://example.org/news/');
  expect(matching.map(({ number, role }) => [number, role])).toEqual([
    [1, 'decides'],
    [2, 'too late'],
  ]);
});
