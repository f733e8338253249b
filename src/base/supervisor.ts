import { messageOf } from './errors.ts';

/** The clock that tasks wait by; a test moves its own. */
export interface TaskClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the time, or when the signal is aborted. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Work that must go on for as long as the process lives: schedules, deliveries, indexing. */
interface SupervisedTask {
  /** Shown to operators, and a label in metrics: `schedules`, `search index`. */
  readonly name: string;
  /**
   * Does what there is to do now, and returns when to look again, in milliseconds since 1970. What it throws is logged, and the round is
   * repeated after a pause. A round that hangs is given up and another one begins beside it, so two rounds must not harm each other.
   */
  round(context: RoundContext): Promise<number>;
  /** A round that has shown no sign of life for this long is given up, in milliseconds. Default: ten minutes. */
  readonly longestSilence?: number;
  /** The pause after a failure grows up to this, in milliseconds. Default: 15 s. */
  readonly longestPause?: number;
}

interface RoundContext {
  /** Aborted when the process is about to stop, and when the round is given up. */
  readonly signal: AbortSignal;
  /** A sign of life: long rounds give one with each piece of work. */
  alive(): void;
}

/** How a task is doing. */
interface TaskStatus {
  readonly name: string;
  /** False from a failed round until one succeeds. */
  readonly isAlive: boolean;
  /** Since when, in milliseconds since 1970. */
  readonly since: number;
  /** When the last round that succeeded ended; null before the first. */
  readonly lastRoundAt: number | null;
  /** Rounds that were repeated because the one before had failed. */
  readonly restarts: number;
  /** What the last round failed with; null while the task is alive. */
  readonly failure: string | null;
}

export interface TaskHandle {
  /** The next round begins at once. After a failure, the pause comes first. */
  wake(): void;
  /** Wakes the task. Resolves when a round that began after this call has succeeded, or when the supervisor stops. */
  finishRound(): Promise<void>;
}

export interface SupervisorOptions {
  readonly clock: TaskClock;
  /** Called with the first of equal failures in a row. */
  readonly onFailure: (task: string, error: unknown) => void;
  /** Called when a round succeeds after failures. */
  readonly onRecovery?: (task: string, failures: number) => void;
}

/** Milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const SHORTEST_PAUSE = 1000;
const LONGEST_SILENCE = 600_000;
/** Timers hold no longer times. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Keeps the long-running tasks of a process going: each is repeated after a growing pause when it fails, and says how it is doing. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #stopping = new AbortController();
  readonly #tasks: RunningTask[] = [];

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  start(task: SupervisedTask): TaskHandle {
    const running = new RunningTask(task, this.#options, this.#stopping.signal);
    this.#tasks.push(running);
    return running;
  }

  statuses(): readonly TaskStatus[] {
    return this.#tasks.map((task) => task.status());
  }

  /**
   * Ends the pauses of tasks that failed, for somebody who knows that what they need is there again. A pause that is shorter than a second goes on, so that
   * nobody makes a task fail without a pause by calling this all the time.
   */
  retryFailed(): void {
    for (const task of this.#tasks) task.retryFailed();
  }

  /** Begins no further round, and returns when those under way have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#tasks.map(({ ended }) => ended));
  }
}

class RunningTask implements TaskHandle {
  readonly ended: Promise<void>;
  readonly #task: SupervisedTask;
  readonly #options: SupervisorOptions;
  readonly #stopping: AbortSignal;
  /** Resolved by the next round that begins after they asked and succeeds. */
  #waiting: (() => void)[] = [];
  #isWanted = false;
  #waking = new AbortController();
  #since: number;
  #lastRoundAt: number | null = null;
  #restarts = 0;
  #failure: string | null = null;
  #failedAt = 0;
  /** Failures since the last round that succeeded. */
  #failures = 0;

  constructor(task: SupervisedTask, options: SupervisorOptions, stopping: AbortSignal) {
    this.#task = task;
    this.#options = options;
    this.#stopping = stopping;
    this.#since = options.clock.now();
    stopping.addEventListener('abort', () => this.#waking.abort(), { once: true });
    this.ended = this.#keepGoing();
  }

  wake(): void {
    this.#isWanted = true;
    if (this.#failures === 0) this.#waking.abort();
  }

  retryFailed(): void {
    if (this.#failures > 0 && this.#options.clock.now() - this.#failedAt >= SHORTEST_PAUSE)
      this.#waking.abort();
  }

  async finishRound(): Promise<void> {
    if (this.#stopping.aborted) return;
    const finished = Promise.withResolvers<void>();
    this.#waiting.push(finished.resolve);
    this.wake();
    await finished.promise;
  }

  status(): TaskStatus {
    return {
      name: this.#task.name,
      isAlive: this.#failure === null,
      since: this.#since,
      lastRoundAt: this.#lastRoundAt,
      restarts: this.#restarts,
      failure: this.#failure,
    };
  }

  async #keepGoing(): Promise<void> {
    // The caller of `start` may have to keep the handle before the first round.
    await Promise.resolve();
    while (!this.#stopping.aborted) {
      const asked = this.#waiting;
      this.#waiting = [];
      this.#isWanted = false;
      try {
        const { clock } = this.#options;
        const began = clock.now();
        const next = await this.#round();
        this.#succeeded();
        for (const finish of asked) finish();
        // A clock that was set back during the round would make the wait longer by as much: then the next round says when.
        const now = clock.now();
        await this.#sleep(now < began ? 0 : next - now);
      } catch (error) {
        this.#waiting.unshift(...asked);
        if (!this.#stopping.aborted) await this.#sleep(this.#failed(error));
      }
    }
    for (const finish of this.#waiting) finish();
  }

  /** Rejects when the round shows no sign of life for too long: it is left to itself then. */
  async #round(): Promise<number> {
    const { name, longestSilence = LONGEST_SILENCE } = this.#task;
    const givingUp = new AbortController();
    const silent = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      silent.reject(new Error(`"${name}" gave no sign of life for ${Math.round(longestSilence / 1000)} s`));
      givingUp.abort();
    }, longestSilence);
    timer.unref();
    try {
      const round = this.#task.round({
        signal: AbortSignal.any([this.#stopping, givingUp.signal]),
        alive: () => void timer.refresh(),
      });
      return await Promise.race([round, silent.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #succeeded(): void {
    const { clock, onRecovery } = this.#options;
    this.#lastRoundAt = clock.now();
    if (this.#failures === 0) return;
    tell(() => onRecovery?.(this.#task.name, this.#failures));
    [this.#failures, this.#failure, this.#since] = [0, null, clock.now()];
  }

  /** Returns how long to pause, in milliseconds. */
  #failed(error: unknown): number {
    const { clock, onFailure } = this.#options;
    const message = messageOf(error);
    if (this.#failure === null) this.#since = clock.now();
    if (this.#failure !== message) tell(() => onFailure(this.#task.name, error));
    this.#failure = message;
    this.#failedAt = clock.now();
    this.#restarts++;
    return Math.min(FIRST_PAUSE * 2 ** this.#failures++, this.#task.longestPause ?? LONGEST_PAUSE);
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#stopping.aborted || (this.#isWanted && this.#failures === 0)) return;
    this.#waking = new AbortController();
    await this.#options.clock.sleep(Math.min(Math.max(ms, 0), LONGEST_WAIT), this.#waking.signal);
  }
}

/** A log that cannot be written must not end what it is about. */
function tell(reported: () => void): void {
  try {
    reported();
  } catch {
    // There is nobody left to tell.
  }
}
