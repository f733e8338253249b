/**
 * Where a run with steps is. It is saved in the same transaction as the pages it speaks of, so that a run killed at
 * any moment goes on in the right step.
 */
export interface StepRunState {
  /** From 0. */
  readonly step: number;
  /** Whether the pages that the step begins with are in the frontier. Until then its entry is repeated. */
  readonly begun: boolean;
  /** Where each step began: what belongs to it depends on their hosts. */
  readonly starts: readonly (readonly string[])[];
  /** Places of the project's forms that were sent; each is sent once a run. */
  readonly formsSent: readonly number[];
  /** For `Budgets.restore` and `RuleCounts.merge`, which check them; null before the first save. */
  readonly budgets: unknown;
  readonly ruleCounts: unknown;
}

const atTheBeginning: StepRunState = {
  step: 0,
  begun: false,
  starts: [],
  formsSent: [],
  budgets: null,
  ruleCounts: null,
};

/** Reads what `JSON.stringify` wrote of a state. Runs from before there were steps saved their budgets alone. */
export function readStepRunState(saved: string | null): StepRunState {
  if (saved === null) return atTheBeginning;
  const state = JSON.parse(saved) as Partial<StepRunState>;
  if (state.step === undefined) return { ...atTheBeginning, budgets: state };
  return { ...atTheBeginning, ...state };
}
