import { expect, test } from 'vitest';
import { compileRules } from './compile-rules.ts';
import { RuleCounts } from './rule-counts.ts';

const rules = compileRules([
  { deny: '**default**' },
  { allow: '/news/', name: 'news' },
  { deny: { type: 'image/*' } },
  { allow: '/never/' },
]);
const page = (path: string) => `https://example.org${path}`;

function countsOf(...paths: readonly string[]): RuleCounts {
  const counts = new RuleCounts();
  for (const path of paths) counts.note(page(path), rules.decide({ url: page(path) }));
  return counts;
}

test('the table shows every rule with examples, also those that never matched', () => {
  const counts = countsOf('/news/1', '/news/2', '/news/3', '/news/4', '/about');
  expect(
    counts.table(rules).map(({ rule, letIn, keptOut, examples }) => [rule, letIn, keptOut, examples]),
  ).toEqual([
    [2, 4, 0, [page('/news/1'), page('/news/2'), page('/news/3')]],
    [3, 0, 0, []],
    [4, 0, 0, []],
    ['default', 0, 1, [page('/about')]],
  ]);
  expect(counts.table(rules)[0]).toMatchObject({
    name: 'news',
    says: 'rule 2 (news) allows it: URL matches /news/',
  });
});

test('a URL that many pages link to counts once', () => {
  expect(countsOf('/news/1', '/about', '/news/1', '/about', '/about').state()).toMatchObject([
    { rule: 2, letIn: 1 },
    { rule: 'default', keptOut: 1 },
  ]);
});

test('only recent URLs are remembered, so that memory stays bounded', () => {
  const counts = new RuleCounts();
  const decision = rules.decide({ url: page('/news/') });
  const note = (n: number) => counts.note(page(`/news/${n}`), decision);
  for (let n = 0; n <= 50_000; n++) note(n);
  expect(counts.state()[0]?.letIn).toBe(50_001);
  note(50_000);
  expect(counts.state()[0]?.letIn).toBe(50_001);
  note(0);
  expect(counts.state()[0]?.letIn).toBe(50_002);
});

test('what is not settled yet does not count', () => {
  expect(countsOf('/never/').state()).toEqual([]);
});

test('saved counts add up', () => {
  const saved = [countsOf('/news/1', '/a'), countsOf('/news/1', '/news/2')].map((counts) =>
    JSON.parse(JSON.stringify(counts.state())),
  );
  expect(RuleCounts.merge(saved).state()).toEqual([
    { rule: 2, letIn: 3, keptOut: 0, examples: [page('/news/1'), page('/news/2')] },
    { rule: 'default', letIn: 0, keptOut: 1, examples: [page('/a')] },
  ]);
});

test.each([
  null,
  {},
  [null],
  [{ rule: 'x', letIn: 0, keptOut: 0, examples: [] }],
  [{ rule: 1, letIn: -1, keptOut: 0, examples: [] }],
])('saved counts that cannot be read are refused: %j', (state) => {
  expect(() => RuleCounts.merge([state])).toThrow(
    expect.objectContaining({ code: 'PROJECT_RULE_COUNTS_INVALID' }),
  );
});
