import { humanDuration } from '../../../cli/human-numbers.ts';
import { eraseLiveLine, showLiveLines } from '../../../cli/output.ts';
import type { ExplorationHandle } from '../../../crawl/run/explorations.ts';
import type { RunHandle } from '../../../crawl/run/run-request.ts';

/** How often the lines are written anew, in milliseconds. */
const TICK = 1000;

type ProjectState =
  | { readonly is: 'running'; readonly run: Pick<RunHandle, 'number' | 'progress'> }
  | { readonly is: 'exploring'; readonly exploration: Pick<ExplorationHandle, 'number' | 'progress'> }
  /** Null: it does not run again. */
  | { readonly is: 'waiting'; readonly until: number | null }
  | { readonly is: 'held up'; readonly reason: string };

/** One line on the terminal for each project that is watched: what it does, or when it runs next. */
export class LiveProjects {
  readonly #states = new Map<string, ProjectState>();
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#timer = setInterval(() => this.show(), TICK).unref();
  }

  set(project: string, state: ProjectState): void {
    this.#states.set(project, state);
  }

  /** Forgets projects that are not watched any more. */
  keepOnly(projects: ReadonlySet<string>): void {
    for (const project of this.#states.keys()) if (!projects.has(project)) this.#states.delete(project);
  }

  isRunning(project: string): boolean {
    const is = this.#states.get(project)?.is;
    return is === 'running' || is === 'exploring';
  }

  lines(): readonly string[] {
    const longest = Math.max(...[...this.#states.keys()].map(({ length }) => length), 0);
    return [...this.#states].map(
      ([project, state]) => `${project.padEnd(Math.min(longest, 40))}  ${this.#inWords(state)}`,
    );
  }

  show(): void {
    if (this.#states.size > 0) showLiveLines(this.lines());
  }

  close(): void {
    clearInterval(this.#timer);
    eraseLiveLine();
  }

  #inWords(state: ProjectState): string {
    switch (state.is) {
      case 'running': {
        const { pages, queued, errors } = state.run.progress();
        const failed = errors === 0 ? '' : `, ${errors} failed`;
        return `run ${state.run.number}: ${pages} ${pages === 1 ? 'page' : 'pages'}, ${queued} to go${failed}`;
      }
      case 'exploring': {
        const { states, waiting } = state.exploration.progress();
        return `exploration ${state.exploration.number}: ${states} ${states === 1 ? 'state' : 'states'}, ${waiting} to try`;
      }
      case 'waiting':
        if (state.until === null) return 'does not run again';
        return state.until <= this.#now() ? 'is due' : `runs in ${humanDuration(state.until - this.#now())}`;
      case 'held up':
        return state.reason;
    }
  }
}
