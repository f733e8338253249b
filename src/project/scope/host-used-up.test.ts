import { expect, test } from 'vitest';
import { Budgets } from './budgets.ts';
import { linkTo } from './candidate.example.ts';
import { hostUsedUp } from './host-used-up.ts';

test('a host ends after so many pages, others go on', () => {
  const budgets = new Budgets();
  const rule = hostUsedUp(2, budgets);
  budgets.addPage('example.org');
  expect(rule.decide(linkTo('http://example.org/'))).toBe('none');
  budgets.addPage('example.org');
  expect(rule.decide(linkTo('http://example.org/'))).toBe('reject');
  expect(rule.decide(linkTo('http://example.net/'))).toBe('none');
});
