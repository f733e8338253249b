import { expect, test } from 'vitest';
import { Budgets, hostUsedUp } from './budgets.ts';
import { candidateExample } from './candidate.example.ts';

function used(): Budgets {
  const budgets = new Budgets();
  budgets.addPage('a');
  budgets.addPage('a');
  budgets.addPage('__proto__');
  budgets.addQuery('a/x');
  budgets.addYear('a/cal', 2024);
  budgets.addYear('a/cal', 2024);
  budgets.addYear('a/cal', 2025);
  return budgets;
}

test('budgets survive being written as JSON and read again', () => {
  const restored = Budgets.restore([JSON.parse(JSON.stringify(used().state()))]);
  expect(restored.state()).toEqual(used().state());
  expect(restored.pagesOf('a')).toBe(2);
  expect(restored.pagesOf('__proto__')).toBe(1);
  expect(restored.yearsOf('a/cal')).toEqual([2024, 2025]);
});

test('where several states were saved, the last count of a key is the one that counts', () => {
  const budgets = used();
  const first = budgets.state();
  budgets.addPage('a');
  budgets.addPage('b');
  const second = budgets.state();
  expect(second).toEqual({
    pages: [
      ['a', 3],
      ['__proto__', 1],
      ['b', 1],
    ],
    queries: [['a/x', 1]],
    calendars: [['a/cal', [2024, 2025]]],
  });
  expect(new Budgets().state()).toEqual({ pages: [], queries: [], calendars: [] });
  expect(Budgets.restore([first, second]).state()).toEqual(budgets.state());
});

test('nothing saved means nothing used', () => {
  expect(Budgets.restore([]).pagesOf('a')).toBe(0);
});

test.each([
  null,
  7,
  {},
  { pages: [['a', -1]], queries: [], calendars: [] },
  { pages: [], queries: [], calendars: [['a', 1]] },
  { pages: [], queries: [['a', 0.5]], calendars: [] },
  { pages: [], queries: [[7, 1]], calendars: [] },
  { pages: [], calendars: [] },
])('a saved state that cannot be read is refused: %j', (state) => {
  expect(() => Budgets.restore([state])).toThrow(
    expect.objectContaining({ code: 'PROJECT_BUDGET_STATE_INVALID', decision: 'stop' }),
  );
});

test('a host ends after a number of pages, others go on', () => {
  const budgets = new Budgets();
  const rule = hostUsedUp(2, budgets);
  budgets.addPage('example.org');
  expect(rule.decide(candidateExample('http://example.org/'))).toBe('none');
  budgets.addPage('example.org');
  expect(rule.decide(candidateExample('http://example.org/'))).toBe('reject');
  expect(rule.decide(candidateExample('http://example.net/'))).toBe('none');
  expect(rule.reason(candidateExample('http://example.org/'))).toBe(
    'example.org has given 2 pages, the most allowed for one host',
  );
});
