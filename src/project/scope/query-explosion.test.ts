import { expect, test } from 'vitest';
import { Budgets } from './budgets.ts';
import { linkTo } from './candidate.example.ts';
import { noteQuery, queryExplosion } from './query-explosion.ts';

const filtered = (n: number) => linkTo(`http://example.org/shop?colour=${n}&size=2&order=up`);

test('a path ends after so many combinations of parameters', () => {
  const budgets = new Budgets();
  const rule = queryExplosion(2, budgets);
  for (const n of [1, 2]) {
    expect(rule.decide(filtered(n))).toBe('none');
    noteQuery(filtered(n), budgets);
  }
  expect(rule.decide(filtered(3))).toBe('reject');
  expect(rule.reason(filtered(3))).toContain('example.org/shop has given 2 pages');
  expect(rule.decide(linkTo('http://example.org/other?a=1&b=2&c=3'))).toBe('none');
});

test('one or two parameters name a page and are never too many', () => {
  const budgets = new Budgets();
  const rule = queryExplosion(1, budgets);
  for (let id = 0; id < 10; id++) {
    const topic = linkTo(`http://example.org/topic?id=${id}&lang=en`);
    expect(rule.decide(topic)).toBe('none');
    noteQuery(topic, budgets);
  }
  expect(budgets.state().queries).toEqual([]);
});
