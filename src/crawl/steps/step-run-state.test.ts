import { describe, expect, it } from 'vitest';
import { readStepRunState } from './step-run-state.ts';

describe('the saved state of a run', () => {
  it('starts at the first step', () => {
    expect(readStepRunState(null)).toMatchObject({ step: 0, begun: false, budgets: null, ruleCounts: null });
  });

  it('comes back as it was written', () => {
    const state = {
      step: 2,
      begun: true,
      starts: ['http://a/'],
      formsSent: [0],
      budgets: {},
      ruleCounts: [],
    };
    expect(readStepRunState(JSON.stringify(state))).toEqual(state);
  });

  it('of an old run without steps has its budgets', () => {
    const budgets = { pages: [['a', 1]], queries: [], calendars: [] };
    expect(readStepRunState(JSON.stringify(budgets))).toMatchObject({ step: 0, begun: false, budgets });
  });
});
