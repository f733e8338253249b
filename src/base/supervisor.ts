import { messageOf } from './errors.ts';

/** The clock of the tasks; tests use their own. */
export interface TaskClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the time, or when the signal is aborted. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Work that continues for as long as the process lives: schedules, deliveries, indexing. */
interface SupervisedTask {
  /** Shown to operators, and a label in metrics: `schedules`, `search index`. */
  readonly name: string;
  /**
   * Does the work that is due, and returns when to run again, in milliseconds since 1970. Errors are logged, and the round is
   * repeated after a pause. A round that hangs is abandoned and another one begins beside it, so two rounds must not harm each other.
   */
  round(context: RoundContext): Promise<number>;
  /** A round that sends no heartbeat for this long is abandoned, in milliseconds. Default: ten minutes. */
  readonly longestSilence?: number;
  /** The pause after a failure grows up to this, in milliseconds. Default: 15 s. */
  readonly longestPause?: number;
}

interface RoundContext {
  /** Aborted when the process is about to stop, and when the round is abandoned. */
  readonly signal: AbortSignal;
  /** A heartbeat: long rounds send one with each piece of work. */
  alive(): void;
}

/** The state of a task. */
interface TaskStatus {
  readonly name: string;
  /** False from a failed round until one succeeds. */
  readonly isAlive: boolean;
  /** Since when `isAlive` has its value, in milliseconds since 1970. */
  readonly since: number;
  /** When the last round that succeeded ended; null before the first. */
  readonly lastRoundAt: number | null;
  /** Rounds that were repeated because the one before had failed. */
  readonly restarts: number;
  /** The error of the last round; null while the task is alive. */
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
/** The longest time of a timer. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Keeps the long-running tasks of a process going: it repeats each after a growing pause when it fails, and reports its status. */
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
   * Ends the pauses of failed tasks, because what they need is available again. Each pause lasts at least a second, so that frequent calls do not make a
   * task fail without a pause.
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
  /** Resolved by the next successful round that begins after the call. */
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
    // The caller of `start` may have to store the handle before the first round.
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
        // If the clock was set back during the round, the wait would be longer by that much: run the next round at once, which returns a new time.
        const now = clock.now();
        await this.#sleep(now < began ? 0 : next - now);
      } catch (error) {
        this.#waiting.unshift(...asked);
        if (!this.#stopping.aborted) await this.#sleep(this.#failed(error));
      }
    }
    for (const finish of this.#waiting) finish();
  }

  /** Rejects when the round sends no heartbeat for too long: the round is then abandoned. */
  async #round(): Promise<number> {
    const { name, longestSilence = LONGEST_SILENCE } = this.#task;
    const givingUp = new AbortController();
    const silent = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      silent.reject(new Error(`"${name}" sent no heartbeat for ${Math.round(longestSilence / 1000)} s`));
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
    safely(() => onRecovery?.(this.#task.name, this.#failures));
    [this.#failures, this.#failure, this.#since] = [0, null, clock.now()];
  }

  /** Returns how long to pause, in milliseconds. */
  #failed(error: unknown): number {
    const { clock, onFailure } = this.#options;
    const message = messageOf(error);
    if (this.#failure === null) this.#since = clock.now();
    if (this.#failure !== message) safely(() => onFailure(this.#task.name, error));
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

/** A failure to write the log must not end the task. */
function safely(report: () => void): void {
  try {
    report();
  } catch {
    // There is nowhere left to report it.
  }
}
