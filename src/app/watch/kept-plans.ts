import { restAfter } from '../../base/index.ts';
import type { PlannedRun } from './planned-runs.ts';

interface Kept {
  readonly runs: readonly PlannedRun[];
  readonly until: number;
  /** Projects that were under way when these plans were made, or were begun since: what the plans say of them is over. */
  readonly over: Set<string>;
}

/** Plans that took long to make are kept for a while: thousands of projects are not planned anew for each run that ends. */
export class KeptPlans {
  readonly #make: () => Promise<readonly PlannedRun[]>;
  readonly #now: () => number;
  #kept: Kept = { runs: [], until: Number.NEGATIVE_INFINITY, over: new Set() };

  constructor(make: () => Promise<readonly PlannedRun[]>, now: () => number = () => performance.now()) {
    this.#make = make;
    this.#now = now;
  }

  /** Kept ones are without the projects of which they do not hold any more. */
  async plans(underWay: ReadonlySet<string>): Promise<readonly PlannedRun[]> {
    const { runs, over } = this.#kept;
    if (this.#now() < this.#kept.until) return runs.filter(({ project }) => !over.has(project));
    const began = this.#now();
    const fresh = await this.#make();
    const until = this.#now() + restAfter(this.#now() - began);
    this.#kept = { runs: fresh, until, over: new Set(underWay) };
    return fresh;
  }

  /** How long those that are kept lack some projects, in milliseconds; 0 when none are kept, or they lack nothing. */
  get incompleteFor(): number {
    const { until, over } = this.#kept;
    return over.size === 0 ? 0 : Math.max(until - this.#now(), 0);
  }

  begun(project: string): void {
    this.#kept.over.add(project);
  }
}
