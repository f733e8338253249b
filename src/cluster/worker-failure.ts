import { type Decision, TidemarkError } from '../base/index.ts';

/** A failure that a worker met, under the code that it had there. */
export class WorkerFailure extends TidemarkError {
  constructor(told: { readonly code: string; readonly decision: Decision; readonly message: string }) {
    super(told.code, told.decision, told.message);
  }
}
