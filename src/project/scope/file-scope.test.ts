import { describe, expect, test } from 'vitest';
import { compileRules } from '../rules/compile-rules.ts';
import { RuleCounts } from '../rules/rule-counts.ts';
import type { RuleDefinition } from '../rules/rule-definition.ts';
import { FileScope, type SubTree } from './file-scope.ts';
import { scopePrefix } from './place-and-depth.ts';

const tree = (root: string, change: Partial<SubTree> = {}): SubTree => ({
  root,
  maxDepth: 100,
  prefixes: [],
  keeps: () => true,
  ...change,
});

function scopeOf(trees: readonly SubTree[], rules: readonly RuleDefinition[] = [], maxBytes = 1000) {
  const counts = new RuleCounts();
  const userRules = rules.length === 0 ? null : { ruleSet: compileRules(rules), counts };
  const scope = new FileScope({ trees, maxBytes, rules: userRules });
  return {
    why: (url: string, size: number | null = 1, ageInSeconds: number | null = null) =>
      scope.judge({ url, size, ageInSeconds, type: null }).rule,
    enters: (url: string) => scope.judgeFolder(url).verdict === 'accept',
    counts,
  };
}

describe('which files belong', () => {
  test.each([
    ['ftp://h/a/x', null],
    ['ftp://h/a/b/x', null],
    ['ftp://h/a/b/c/x', 'too deep'],
    ['ftp://h/ab/x', 'outside scope'],
    ['ftp://h/d/e/f/x', null],
  ])('%s: %s', (url, expected) => {
    expect(scopeOf([tree('ftp://h/a/', { maxDepth: 1 }), tree('ftp://h/d/')]).why(url)).toBe(expected);
  });

  test('parts of a tree, and chosen files', () => {
    const part = scopeOf([tree('sftp://h:2222/', { prefixes: [scopePrefix('sftp://h:2222/docs/')] })]);
    expect([part.why('sftp://h:2222/docs/x'), part.why('sftp://h:2222/x')]).toEqual([null, 'outside scope']);
    const chosen = scopeOf([tree('file:///a/', { keeps: (url) => url.endsWith('.md') })]);
    expect([chosen.why('file:///a/x.md'), chosen.why('file:///a/x.txt')]).toEqual([null, 'outside scope']);
  });

  test('rules about size and age are decided by the listing', () => {
    const { why } = scopeOf([tree('ftp://h/')], [{ deny: { age: { min: '30 days' } } }]);
    expect([why('ftp://h/x', 1, 60), why('ftp://h/x', 1, 40 * 86_400)]).toEqual([null, 'user rules']);
    expect([why('ftp://h/x', 1001), why('ftp://h/x', null)]).toEqual(['too large', null]);
  });
});

test('what the rules decide about files is counted', () => {
  const { why, counts } = scopeOf([tree('ftp://h/a/')], [{ deny: '\\.tmp$' }]);
  for (const url of ['ftp://h/a/x', 'ftp://h/a/y.tmp', 'ftp://h/b/z']) why(url);
  expect(counts.state()).toEqual([
    { rule: 1, letIn: 0, keptOut: 1, examples: ['ftp://h/a/y.tmp'] },
    { rule: 'default', letIn: 1, keptOut: 0, examples: ['ftp://h/a/x'] },
  ]);
});

describe('which folders are listed', () => {
  test('not those below the depth of every tree', () => {
    const { enters } = scopeOf([tree('ftp://h/', { maxDepth: 1 }), tree('ftp://h/a/b/', { maxDepth: 1 })]);
    expect([enters('ftp://h/a/'), enters('ftp://h/a/b/c/'), enters('ftp://h/b/c/')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('not those that a rule denies, unless an earlier one may allow some of it', () => {
    const denied = scopeOf([tree('ftp://h/')], [{ deny: '/private/' }]);
    expect([denied.enters('ftp://h/private/'), denied.enters('ftp://h/public/')]).toEqual([false, true]);
    const partly = scopeOf([tree('ftp://h/')], [{ allow: '/private/open/' }, { deny: '/private/' }]);
    expect(partly.enters('ftp://h/private/')).toBe(true);
    const byDefault = scopeOf([tree('ftp://h/')], [{ allow: '\\.md$' }, { deny: '**default**' }]);
    expect(byDefault.enters('ftp://h/private/')).toBe(true);
  });
});
