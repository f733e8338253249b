import { messageOf } from '../../base/index.ts';
import { isThreadEnded, isWaiting } from '../../crawl/run/errors.ts';
import type { RunHandle, RunRequest } from '../../crawl/run/run-request.ts';
import { ApiError } from '../../http/errors.ts';
import type { RunMeter } from '../../http/metrics/run-meter.ts';
import type { RunLog, RunUpdate } from '../../http/run-log.ts';
import type { RunsUnderWay } from '../../http/service-context.ts';
import { SharedPlaces } from '../../http/shared-places.ts';

interface ActiveRunsParts {
  /** Starts a run, here or on a worker. */
  readonly start: (request: RunRequest) => Promise<RunHandle>;
  /** Resolves when everything that follows the run is done. */
  readonly afterRun: (run: RunHandle) => Promise<void>;
  /** Whether a run of the project waits for a worker. */
  readonly waits: (project: string) => Promise<boolean>;
  /** How many scheduled runs take place at the same time: a few on this machine, many at workers. */
  readonly mostAtOnce?: () => number;
  readonly onFailure: (what: string, error: unknown) => void;
  /** Called with the project of a run whose thread has ended before it. */
  readonly onBrokenOff?: (project: string) => void;
  readonly log: RunLog;
  readonly meter?: RunMeter;
}

/** Default for the number of runs on one machine at the same time. */
const MOST_AT_ONCE = 4;
/** All users together may begin as many times more by hand than one user. A run that renders pages has a browser, of 0.4 GB for the smallest pages. */
const USERS_AT_ONCE = 3;

/** The runs under way in this process, started by hand or by a schedule; at most one of each project. */
export class ActiveRuns implements RunsUnderWay {
  readonly #parts: ActiveRunsParts;
  readonly #runs = new Map<string, RunHandle>();
  /** Runs that have ended but whose follow-up work is not done. */
  readonly #settling = new Set<RunUpdate>();
  readonly #places = new SharedPlaces('runs are under way');
  #isClosing = false;

  constructor(parts: ActiveRunsParts) {
    this.#parts = parts;
  }

  async start(request: RunRequest, user: string | null = null): Promise<RunHandle> {
    if (this.#isClosing) throw new ApiError('API_STOPPING', 'The server is about to stop.');
    const { project } = request;
    const ofUser = this.#parts.mostAtOnce?.() ?? MOST_AT_ONCE;
    // Otherwise a second start of the project would take, and give back, the place of the first one.
    const place = this.#runs.has(project) || this.#places.holderOf(project) !== null ? null : user;
    this.#places.take(project, place, { ofUser, ofAll: USERS_AT_ONCE * ofUser });
    try {
      const run = await this.#parts.start(request);
      this.add(run);
      return run;
    } catch (error) {
      if (place !== null) this.#places.giveBack(project);
      throw error;
    }
  }

  /** Follows a run that was started elsewhere. */
  add(run: RunHandle): void {
    const { afterRun, log, onFailure, onBrokenOff, meter } = this.#parts;
    let isBrokenOff = false;
    this.#runs.set(run.project, run);
    log.add('started', updateOf(run));
    run.watch((event) => {
      meter?.note(event);
      if (event.event === 'progress') log.add('progress', updateOf(run));
      if (event.event === 'waiting') log.add('waiting', { ...updateOf(run), until: event.until });
    });
    if (this.#isClosing) run.pause();
    void run.ended
      .then(({ state, reason }): Partial<RunUpdate> => ({ state, reason }))
      .catch((error: unknown): Partial<RunUpdate> => {
        isBrokenOff = isThreadEnded(error);
        onFailure(`run ${run.number} of ${run.project}`, error);
        return { state: 'failed', reason: messageOf(error) };
      })
      .then((ending) => {
        if (this.#runs.get(run.project) === run) {
          this.#runs.delete(run.project);
          this.#places.giveBack(run.project);
        }
        if (isBrokenOff) onBrokenOff?.(run.project);
        const update = { ...updateOf(run), ...ending };
        this.#settling.add(update);
        meter?.noteEnd(update.state);
        log.add('ended', update);
        // Due notifications stay in the outbox; pages that are not indexed yet are indexed after the next start.
        const after = this.#isClosing ? Promise.resolve() : afterRun(run);
        return after.finally(() => {
          this.#settling.delete(update);
          log.add('settled', update);
        });
      });
  }

  /** Notes that a run could not be started where no caller waits for the answer. */
  failed(project: string, error: unknown): void {
    // A run that waits for a worker was accepted.
    if (!isWaiting(error)) this.#parts.onFailure(`the run of ${project}`, error);
  }

  get areUnderWay(): boolean {
    return this.#runs.size > 0;
  }

  waits(project: string): Promise<boolean> {
    return this.#parts.waits(project);
  }

  find(project: string): RunHandle | null {
    return this.#runs.get(project) ?? null;
  }

  /** One update for each run that is under way or whose follow-up work is not done. */
  updates(): readonly RunUpdate[] {
    return [...[...this.#runs.values()].map(updateOf), ...this.#settling];
  }

  /** Pauses all runs, and resolves when all of them are stored. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const running = [...this.#runs.values()];
    for (const run of running) run.pause();
    await Promise.allSettled(running.map(({ ended }) => ended));
  }
}

const updateOf = (run: RunHandle): RunUpdate => ({
  project: run.project,
  run: run.number,
  state: 'running',
  reason: null,
  until: null,
  progress: run.progress(),
});
