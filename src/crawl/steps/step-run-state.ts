/**
 * The progress of a run with steps. It is saved in the same transaction as the pages it is about, so that a run killed at
 * any moment continues in the right step.
 */
export interface StepRunState {
  /** From 0. */
  readonly step: number;
  /** Whether the first pages of the step are in the frontier. Until then its actions are repeated. */
  readonly begun: boolean;
  /** Where each step started: its scope depends on these hosts. */
  readonly starts: readonly (readonly string[])[];
  /** Indexes of the project's forms that were sent; each is sent once per run. */
  readonly formsSent: readonly number[];
  /** For `Budgets.restore` and `RuleCounts.merge`, which check them; null before the first save. */
  readonly budgets: unknown;
  readonly ruleCounts: unknown;
}

const initialState: StepRunState = {
  step: 0,
  begun: false,
  starts: [],
  formsSent: [],
  budgets: null,
  ruleCounts: null,
};

/** Reads a state written with `JSON.stringify`. Old runs without steps saved only their budgets. */
export function readStepRunState(saved: string | null): StepRunState {
  if (saved === null) return initialState;
  const state = JSON.parse(saved) as Partial<StepRunState>;
  if (state.step === undefined) return { ...initialState, budgets: state };
  return { ...initialState, ...state };
}
