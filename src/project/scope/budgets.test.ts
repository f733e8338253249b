import { expect, test } from 'vitest';
import { Budgets } from './budgets.ts';

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

test('the changes of all batches together are the whole state', () => {
  const budgets = used();
  const first = budgets.takeChanges();
  budgets.addPage('a');
  budgets.addPage('b');
  const second = budgets.takeChanges();
  expect(second).toEqual({
    pages: [
      ['a', 3],
      ['b', 1],
    ],
    queries: [],
    calendars: [],
  });
  expect(budgets.takeChanges()).toEqual({ pages: [], queries: [], calendars: [] });
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
])('a saved state that is none is refused: %j', (state) => {
  expect(() => Budgets.restore([state])).toThrow(
    expect.objectContaining({ code: 'PROJECT_BUDGET_STATE_INVALID', decision: 'stop' }),
  );
});
