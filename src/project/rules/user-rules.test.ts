import { describe, expect, test } from 'vitest';
import { Budgets } from '../scope/budgets.ts';
import { candidateExample } from '../scope/candidate.example.ts';
import { scopeSettings, standardScope } from '../scope/standard-scope.ts';
import { compileRules } from './compile-rules.ts';
import { newsRulesAsMeant } from './paper-news-rules.example.ts';
import { RuleCounts } from './rule-counts.ts';
import type { RuleDefinition } from './rule-definition.ts';
import { judgeAnswer } from './user-rules.ts';

function scopeOf(start: string, definitions: readonly RuleDefinition[]) {
  const rules = { ruleSet: compileRules(definitions), counts: new RuleCounts() };
  return { ...standardScope(scopeSettings([start]), new Budgets(), rules), rules };
}

describe('in the scope of a crawl', () => {
  const start = 'http://tw.news.yahoo.com/technology/';

  test('what the rules deny is left out, with the rule as the reason', () => {
    const { judge } = scopeOf(start, [{ deny: 'print', name: 'no print pages' }]);
    expect(judge(candidateExample('http://tw.news.yahoo.com/print'))).toEqual({
      verdict: 'reject',
      rule: 'user rules',
      reason: 'rule 1 (no print pages) denies it: URL matches print',
    });
    expect(judge(candidateExample('http://tw.news.yahoo.com/')).verdict).toBe('accept');
  });

  test('a rule that names another host opens it; one that happens to match there does not', () => {
    const { judge } = scopeOf(start, newsRulesAsMeant);
    expect(judge(candidateExample('http://tw.search.news.yahoo.com/search?p=Google')).verdict).toBe('accept');
    expect(judge(candidateExample('http://elsewhere.example.net/more.php?newsclass=finance')).rule).toBe(
      'outside scope',
    );
    expect(judge(candidateExample('http://evil.example.net/?u=http://tw.search.news.yahoo.com/')).rule).toBe(
      'outside scope',
    );
  });

  test('a glob may name all hosts of a domain', () => {
    const { judge } = scopeOf(start, [
      { deny: '**default**' },
      { allow: { glob: 'https://*.example.org/**' } },
      { allow: { glob: '**/x' } },
    ]);
    expect(judge(candidateExample('https://www.example.org/a')).verdict).toBe('accept');
    expect(judge(candidateExample('https://example.net/x')).rule).toBe('outside scope');
  });

  test('what the rules allow must still pass the limits', () => {
    const { judge } = scopeOf(start, [{ allow: 'yahoo' }, { deny: '**default**' }]);
    expect(judge(candidateExample('http://tw.news.yahoo.com/a', { depth: 101 })).rule).toBe('too deep');
    expect(judge(candidateExample('http://tw.news.yahoo.com/a/a/a/a')).rule).toBe('path repeats itself');
  });

  test('an address that is too long does not even reach them: their cost grows with it', () => {
    const { judge, rules } = scopeOf(start, [{ deny: 'print' }]);
    const long = `http://tw.news.yahoo.com/print/${'a'.repeat(3000)}`;
    expect(judge(candidateExample(long)).rule).toBe('URL too long');
    expect(rules.counts.state()).toEqual([]);
  });

  test('starts need no rule, and are not counted', () => {
    const { judge, rules } = scopeOf(start, [{ deny: '.*' }]);
    expect(judge(candidateExample(start, { kind: 'seed' })).verdict).toBe('accept');
    expect(rules.counts.state()).toEqual([]);
  });

  test('a sitemap leads to pages: the default does not keep it out, a rule that names it does', () => {
    const map = candidateExample('http://tw.news.yahoo.com/map.xml', { kind: 'listed' });
    const { judge, rules } = scopeOf(start, newsRulesAsMeant);
    expect(judge(map).verdict).toBe('accept');
    expect(rules.counts.state()).toEqual([]);
    expect(scopeOf(start, [{ deny: 'map' }]).judge(map).verdict).toBe('reject');
  });

  test('what the rules decided is counted, not what a limit rejected', () => {
    const { judge, rules } = scopeOf(start, newsRulesAsMeant);
    for (const path of ['technology/a', 'technology/b', 'sports/'])
      judge(candidateExample(`http://tw.news.yahoo.com/${path}`));
    judge(candidateExample('http://tw.news.yahoo.com/technology/c', { depth: 101 }));
    expect(rules.counts.state().map(({ rule, letIn, keptOut }) => [rule, letIn, keptOut])).toEqual([
      [2, 2, 0],
      ['default', 0, 1],
    ]);
  });
});

test('an answer is judged by its type, and counted once', () => {
  const { judge, rules } = scopeOf('https://example.org/', [{ deny: { regex: '/f/', type: 'image/*' } }]);
  const answer = { type: 'image/png', bytes: 1, ageInSeconds: null };
  for (const url of ['https://example.org/f/1', 'https://example.org/2']) {
    expect(judge(candidateExample(url)).verdict).toBe('accept');
    expect(judgeAnswer(rules, { url, depth: 1, answer }).verdict).toBe(
      url.includes('/f/') ? 'reject' : 'accept',
    );
  }
  expect(rules.counts.state().map(({ rule, letIn, keptOut }) => [rule, letIn, keptOut])).toEqual([
    [1, 0, 1],
    ['default', 1, 0],
  ]);
});

test('an answer that no rule waited for was counted when its link was found', () => {
  const { rules } = scopeOf('https://example.org/', [{ deny: { regex: '/f/', type: 'image/*' } }]);
  const answer = { type: 'image/png', bytes: 1, ageInSeconds: null };
  judgeAnswer(rules, { url: 'https://example.org/2', depth: 1, answer });
  expect(rules.counts.state()).toEqual([]);
});
