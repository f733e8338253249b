import { describe, expect, test } from 'vitest';
import { KeptPlans } from './kept-plans.ts';
import type { PlannedRun } from './planned-runs.ts';

/** Plans of three projects that are due, on a clock that only making them moves. */
function plansThatTake(milliseconds: number) {
  let now = 0;
  let made = 0;
  const make = async () => {
    made++;
    now += milliseconds;
    return ['a', 'b', 'c'].map((project) => ({ project }) as PlannedRun);
  };
  const kept = new KeptPlans(make, () => now);
  return {
    kept,
    of: async (...underWay: readonly string[]) =>
      (await kept.plans(new Set(underWay))).map(({ project }) => project),
    pass: (passed: number) => {
      now += passed;
    },
    made: () => made,
  };
}

describe('plans', () => {
  test('that are quick to make are made anew', async () => {
    const { of, made } = plansThatTake(10);
    expect(await of()).toEqual(['a', 'b', 'c']);
    expect(await of()).toEqual(['a', 'b', 'c']);
    expect(made()).toBe(2);
  });

  test('that took long are kept for ten times as long, without what was begun since', async () => {
    const { of, kept, pass, made } = plansThatTake(1000);
    expect(await of()).toEqual(['a', 'b', 'c']);
    kept.begun('b');
    pass(9999);
    expect(kept.incompleteFor).toBe(1);
    expect(await of('b')).toEqual(['a', 'c']);
    expect(made()).toBe(1);
    pass(1);
    expect(await of()).toEqual(['a', 'b', 'c']);
    expect(made()).toBe(2);
  });

  test('that are kept say nothing of a project that was under way when they were made, also after its run has ended', async () => {
    const { of, made } = plansThatTake(1000);
    expect(await of('a')).toEqual(['a', 'b', 'c']);
    expect(await of()).toEqual(['b', 'c']);
    expect(made()).toBe(1);
  });
});
