import type { WatchEvent } from '../../app/index.ts';
import { humanDuration } from '../human-numbers.ts';
import { showLiveLine } from '../live-line.ts';
import type { Output } from '../output.ts';

/** Tells of a watch: when each project runs next, and how its runs ended. What they found is told elsewhere. */
export class WatchReporter {
  readonly #output: Output;
  readonly #live: boolean;
  /** When each project runs next, as it was told last. */
  readonly #told = new Map<string, number | null>();
  #hasFailed = false;
  /** Plans are made anew every minute; that there is nothing to watch is said once. */
  #hasSaidNothing = false;

  constructor(output: Output, live: boolean) {
    this.#output = output;
    this.#live = live && !output.json && !output.quiet;
  }

  /** Whether a run could not be started, or did not come to its end. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  async tell(event: WatchEvent): Promise<void> {
    switch (event.event) {
      case 'planned':
        return this.#plan(event);
      case 'started':
        if (this.#output.json)
          return this.#output.object({ event: 'started', project: event.run.project, run: event.run.number });
        return this.#output.note(`${event.run.project}: run ${event.run.number}`);
      case 'ended': {
        const { project, number: run } = event.run;
        const { state, reason } = event.ending;
        if (state === 'paused' && reason !== 'interrupted') this.#hasFailed = true;
        if (this.#output.json) return this.#output.object({ event: 'ended', project, run, state, reason });
        return state === 'paused' ? this.#output.note(`${project}: paused: ${reason}`) : undefined;
      }
      case 'failed': {
        this.#hasFailed = true;
        const message = event.error instanceof Error ? event.error.message : String(event.error);
        if (this.#output.json)
          return this.#output.object({ event: 'failed', project: event.project, message });
        return this.#output.note(`${event.project}: ${message}`);
      }
      case 'locked':
        return this.#output.note(`${event.project}: waits. ${event.message}`);
    }
  }

  async #plan({ runs }: Extract<WatchEvent, { event: 'planned' }>): Promise<void> {
    if (runs.length === 0 && !this.#hasSaidNothing)
      this.#output.note('No project has a schedule: write one into its file, or name the projects to watch.');
    this.#hasSaidNothing = runs.length === 0;
    const now = Date.now();
    for (const { project, at } of runs) {
      const isKnown = this.#told.get(project) === at;
      this.#told.set(project, at);
      if (isKnown || (at !== null && at <= now)) continue;
      const next = at === null ? null : new Date(at).toISOString();
      if (this.#output.json) await this.#output.object({ event: 'planned', project, at: next });
      else if (!this.#live)
        this.#output.note(`${project}: ${next === null ? 'does not run again' : `runs next at ${next}`}`);
    }
    if (!this.#live) return;
    const waiting = runs.flatMap(({ project, at }) =>
      at === null || at <= now ? [] : [`${project} in ${humanDuration(at - now)}`],
    );
    if (waiting.length > 0) showLiveLine(`next: ${waiting.join(', ')}`);
  }
}
