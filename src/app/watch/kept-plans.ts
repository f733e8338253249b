import type { PlannedRun } from './planned-runs.ts';

/** Plans that are made within this time are made anew whenever something ends; others are kept for some times as long. Milliseconds. */
const QUICK = 200;
const KEPT = 10;

interface Kept {
  readonly runs: readonly PlannedRun[];
  readonly until: number;
  /** Projects that were under way when these plans were made, or were begun since: what the plans say of them is over. */
  readonly over: Set<string>;
}

/** Plans that took long to make are kept for a while: thousands of projects are not planned anew for each run that ends. */
export class KeptPlans {
  readonly #make: () => Promise<readonly PlannedRun[]>;
  readonly #longest: number;
  readonly #now: () => number;
  #kept: Kept = { runs: [], until: Number.NEGATIVE_INFINITY, over: new Set() };

  /** At most for so many milliseconds. */
  constructor(
    make: () => Promise<readonly PlannedRun[]>,
    longest: number,
    now: () => number = () => performance.now(),
  ) {
    this.#make = make;
    this.#longest = longest;
    this.#now = now;
  }

  /** Kept ones are without the projects of which they do not hold any more. */
  async plans(underWay: ReadonlySet<string>): Promise<readonly PlannedRun[]> {
    const { runs, until, over } = this.#kept;
    if (this.#now() < until) return runs.filter(({ project }) => !over.has(project));
    const began = this.#now();
    const fresh = await this.#make();
    const took = this.#now() - began;
    const keptFor = took < QUICK ? 0 : Math.min(KEPT * took, this.#longest);
    this.#kept = { runs: fresh, until: this.#now() + keptFor, over: new Set(underWay) };
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
