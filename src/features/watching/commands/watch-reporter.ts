import { humanDuration } from '../../../cli/human-numbers.ts';
import { eraseLiveLine, type Output, showLiveLines } from '../../../cli/output.ts';
import type { ExplorationHandle } from '../../../crawl/run/explorations.ts';
import type { RunHandle } from '../../../crawl/run/run-request.ts';
import type { WatchEvent } from '../watch-projects.ts';

/** A run that begins later than this is reported as late, in milliseconds. */
const LATE = 60_000;

/** Reports on a watch: when each project runs next, and how its runs ended. What the runs found is reported elsewhere. */
export class WatchReporter {
  readonly #output: Output;
  /** Null when standard error is no terminal: then there are plain lines. */
  readonly #live: LiveProjects | null;
  /** When each project runs next, as it was last printed. */
  readonly #reported = new Map<string, number | null>();
  #hasFailed = false;
  /** Plans are made again every minute, but that there is nothing to watch is printed once. */
  #hasSaidNothing = false;

  constructor(output: Output, live: boolean) {
    this.#output = output;
    this.#live = live && !output.json && !output.quiet ? new LiveProjects() : null;
  }

  /** Whether a run could not be started, or did not come to its end. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Leaves no unfinished line on the terminal. */
  close(): void {
    this.#live?.close();
  }

  async tell(event: WatchEvent): Promise<void> {
    await this.#tell(event);
    this.#live?.show();
  }

  async #tell(event: WatchEvent): Promise<void> {
    switch (event.event) {
      case 'planned':
        return this.#plan(event);
      case 'started': {
        const { run, lateBy } = event;
        this.#live?.set(run.project, { is: 'running', run });
        if (this.#output.json)
          return this.#output.object({ event: 'started', project: run.project, run: run.number, lateBy });
        if (this.#live === null)
          this.#output.note(
            lateBy < LATE
              ? `${run.project}: run ${run.number}`
              : `${run.project}: run ${run.number}, ${humanDuration(lateBy)} late`,
          );
        return;
      }
      case 'ended': {
        const { project, number: run } = event.run;
        const { state, reason } = event.ending;
        this.#live?.set(project, {
          is: 'held up',
          reason: state === 'paused' ? `paused: ${reason}` : 'done',
        });
        if (state === 'paused' && reason !== 'interrupted') this.#hasFailed = true;
        if (this.#output.json) return this.#output.object({ event: 'ended', project, run, state, reason });
        return state === 'paused' ? this.#output.note(`${project}: paused: ${reason}`) : undefined;
      }
      case 'exploring': {
        const { exploration } = event;
        const { project, number } = exploration;
        this.#live?.set(project, { is: 'exploring', exploration });
        if (this.#output.json)
          return this.#output.object({ event: 'exploring', project, exploration: number });
        if (this.#live === null) this.#output.note(`${project}: exploration ${number}`);
        return;
      }
      case 'explored': {
        const { project, kept } = event;
        const { ending, states, number: exploration } = kept;
        this.#live?.set(project, { is: 'held up', reason: 'done' });
        if (this.#output.json)
          return this.#output.object({ event: 'explored', project, exploration, ending, states });
        if (ending === 'time')
          this.#output.note(
            `${project}: exploration ${exploration} had no time left; it goes on the next time.`,
          );
        return;
      }
      case 'failed': {
        this.#hasFailed = true;
        const message = event.error instanceof Error ? event.error.message : String(event.error);
        this.#live?.set(event.project, { is: 'held up', reason: 'could not run' });
        if (this.#output.json)
          return this.#output.object({ event: 'failed', project: event.project, message });
        return this.#output.note(
          event.retryAt === null
            ? `${event.project}: ${message}`
            : `${event.project}: ${message} Next try at ${new Date(event.retryAt).toISOString()}.`,
        );
      }
      case 'locked':
        this.#live?.set(event.project, { is: 'held up', reason: 'waits for another process to end' });
        if (this.#live === null) this.#output.note(`${event.project}: waits. ${event.message}`);
        return;
    }
  }

  async #plan({ runs }: Extract<WatchEvent, { event: 'planned' }>): Promise<void> {
    if (runs.length === 0 && !this.#hasSaidNothing) this.#output.note(NOTHING_TO_WATCH);
    this.#hasSaidNothing = runs.length === 0;
    this.#live?.keepOnly(new Set(runs.map(({ project }) => project)));
    const now = Date.now();
    for (const { project, at } of runs) {
      if (this.#live?.isRunning(project) === false) this.#live.set(project, { is: 'waiting', until: at });
      const isKnown = this.#reported.get(project) === at;
      this.#reported.set(project, at);
      if (isKnown || (at !== null && at <= now)) continue;
      const next = at === null ? null : new Date(at).toISOString();
      if (this.#output.json) await this.#output.object({ event: 'planned', project, at: next });
      else if (this.#live === null)
        this.#output.note(`${project}: ${next === null ? 'does not run again' : `runs next at ${next}`}`);
    }
  }
}

export const NOTHING_TO_WATCH =
  'There is nothing to watch: no project has a schedule. Write one into a project file, as in "schedule: every 1h", name the projects to watch, or write an address.';

/** How often the lines are redrawn, in milliseconds. */
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
