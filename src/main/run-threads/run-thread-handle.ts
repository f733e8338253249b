import { getHeapStatistics } from 'node:v8';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import { durationInWords, sentFailure } from '../../base/index.ts';
import { AppError } from '../../crawl/run/errors.ts';
import { storeFailureFrom } from '../../database/errors.ts';
import type { RunPlaces } from '../../features/feature.ts';
import { hasLargeHeap } from './large-heap.ts';
import type {
  FromRunThread,
  RunThreadStart,
  ThreadWork,
  ToRunThread,
  WorkProgress,
} from './thread-messages.ts';

const MiB = 2 ** 20;
/** The heap limit of this process, which is also the limit of a thread: a thread that reaches it can end the whole process. */
const HEAP_LIMIT_MIB = getHeapStatistics().heap_size_limit / MiB;
/** So the heap is measured, and a thread that takes more than this part of the limit is ended long before. */
const HEAP_PART = 0.6;
/** Milliseconds between two checks of a working thread. */
const LOOK_EVERY = 500;
/**
 * Milliseconds without a heartbeat after which a thread is reported as stuck, and after which it is ended. The longest work without a pause takes
 * some seconds on a fast machine.
 */
const SILENCE: SilenceLimits = { shown: 120_000, ended: 600_000 };
/** At most this many milliseconds since the last check count as silence: for the rest, the main thread or the whole process was blocked itself. */
const MOST_COUNTED = 2 * LOOK_EVERY;

/** In milliseconds. */
export interface SilenceLimits {
  /** After this long a thread is reported as stuck. */
  readonly shown: number;
  /** After this long it is ended. If it has not ended after twice this time, its work fails, so that others can take it over. */
  readonly ended: number;
}

/** The build compiles both files to JavaScript, but it does not rewrite the file name that is built below. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** A piece of work in a thread, as the main thread sees it. */
interface WorkUnderWay {
  onBegun(facts: (FromRunThread & { readonly kind: 'begun' })['facts']): void;
  onProgress(news: WorkProgress): void;
  onDone(result: unknown): void;
  /** APP_THREAD_ENDED when the thread ended before the work. */
  onFailed(error: unknown): void;
}

interface RunThreadParts {
  readonly start: Omit<RunThreadStart, 'heartbeats'>;
  readonly answer: RunPlaces['answer'];
  /** A thread that has nothing to do for this long is ended, in milliseconds. */
  readonly longestIdle: number;
  /** Called when the thread takes no more work. */
  readonly onLeaving: () => void;
  /** Called when the thread ends before its work. */
  readonly onLost: () => void;
  readonly onEnded: () => void;
  /** In MiB; smaller for tests. */
  readonly heapBudget?: number | undefined;
  /** Shorter for tests. */
  readonly silence?: SilenceLimits | undefined;
}

/** The status of a thread. */
export interface ThreadStatus {
  /** What it works on: `run of shop`, `search index`. */
  readonly work: readonly string[];
  /** Milliseconds without a heartbeat, by the monotonic clock. */
  readonly silentFor: number;
  /** When its last heartbeat was noticed, in milliseconds since 1970: the same at each call, so that a fault has one beginning. */
  readonly lastHeartbeatAt: number;
  readonly standsStill: boolean;
}

/** A thread for runs, from the main thread's side. */
export class RunThread {
  readonly #parts: RunThreadParts;
  readonly #worker: Worker;
  readonly #work = new Map<number, WorkUnderWay & { readonly name: string }>();
  readonly #heartbeats = new Int32Array(new SharedArrayBuffer(4));
  readonly #ended = Promise.withResolvers<void>();
  readonly #budgetMiB: number;
  readonly #silence: SilenceLimits;
  #lastId = 0;
  #idle: NodeJS.Timeout | null = null;
  #watching: NodeJS.Timeout | null = null;
  /** Consecutive checks that found the heap too large. One is not enough: garbage that is not collected yet counts too. */
  #tooLarge = 0;
  #isLeaving = false;
  #isMeasuring = false;
  #heard = 0;
  #lookedAt = 0;
  #silentFor = 0;
  #lastHeartbeatAt = Date.now();
  /** Why the thread ends before its work; the first reason counts. */
  #reason: string | null = null;

  constructor(parts: RunThreadParts) {
    const { start } = parts;
    this.#parts = parts;
    this.#silence = parts.silence ?? SILENCE;
    this.#budgetMiB = parts.heapBudget ?? Math.round(HEAP_LIMIT_MIB * HEAP_PART);
    this.#worker = new Worker(new URL(`./run-thread.${extension}`, import.meta.url), {
      workerData: { ...start, heartbeats: this.#heartbeats } satisfies RunThreadStart,
      transferList: start.writer === null ? [] : [start.writer],
      env: SHARE_ENV,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB },
    });
    this.#worker.on('message', (message: FromRunThread) => this.#take(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#reason ??=
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.#tooMuchMemory() : `it failed: ${error.message}`;
    });
    this.#worker.on('exit', (code) => this.#end(this.#reason ?? `it ended by itself, with code ${code}`));
  }

  get isBusy(): boolean {
    return this.#work.size > 0;
  }

  status(): ThreadStatus {
    return {
      work: [...this.#work.values()].map(({ name }) => name),
      silentFor: this.#silentFor,
      lastHeartbeatAt: this.#lastHeartbeatAt,
      standsStill: this.#silentFor >= this.#silence.shown,
    };
  }

  /** Begins a piece of work, and returns a function that stops it. `name` is shown to operators. */
  begin(name: string, work: ThreadWork, underWay: WorkUnderWay): (reason?: string) => void {
    this.#lastId++;
    const id = this.#lastId;
    this.#work.set(id, { ...underWay, name });
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#watch();
    this.#worker.ref();
    this.send({ kind: 'start', id, work });
    return (reason) => this.send({ kind: 'stop', id, reason });
  }

  send(message: ToRunThread): void {
    this.#worker.postMessage(message);
  }

  /** Lets the thread release its resources, and resolves when it has ended. No work may be under way. */
  async close(): Promise<void> {
    this.#leave();
    // Without this the process would end before the thread.
    this.#worker.ref();
    this.#watch();
    this.send({ kind: 'close' });
    await this.#ended.promise;
  }

  #take(message: FromRunThread): void {
    switch (message.kind) {
      case 'begun':
        this.#work.get(message.id)?.onBegun(message.facts);
        break;
      case 'news':
        this.#work.get(message.id)?.onProgress(message.news);
        break;
      case 'done':
        this.#finish(message.id, ({ onDone }) => onDone(message.result));
        break;
      case 'failed':
        this.#finish(message.id, ({ onFailed }) => onFailed(storeFailureFrom(message.failure)));
        break;
      case 'call':
        void this.#answer(message);
        break;
      case 'not open':
        // The next work gets a new thread, which tries again.
        void this.close();
        for (const id of [...this.#work.keys()])
          this.#finish(id, ({ onFailed }) => onFailed(storeFailureFrom(message.failure)));
    }
  }

  #finish(id: number, how: (work: WorkUnderWay) => void): void {
    const work = this.#work.get(id);
    this.#work.delete(id);
    if (!this.isBusy) this.#rest();
    if (work !== undefined) how(work);
  }

  #rest(): void {
    // A thread that is closing is watched until it has ended.
    if (!this.#isLeaving) this.#unwatch();
    this.#tooLarge = 0;
    this.#silentFor = 0;
    this.#worker.unref();
    if (this.#isLeaving) return;
    this.#idle = setTimeout(() => void this.close(), this.#parts.longestIdle).unref();
    void this.#closeIfLarge();
  }

  /** V8 releases most of the memory of large pages only when the thread ends. */
  async #closeIfLarge(): Promise<void> {
    const isLarge = await hasLargeHeap(this.#worker);
    if (isLarge && !this.isBusy && !this.#isLeaving) await this.close();
  }

  #leave(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    if (!this.#isLeaving) this.#parts.onLeaving();
    this.#isLeaving = true;
  }

  #end(reason: string): void {
    this.#leave();
    this.#failWork(reason);
    this.#unwatch();
    this.#parts.onEnded();
    this.#ended.resolve();
  }

  #failWork(reason: string): void {
    if (this.isBusy) this.#parts.onLost();
    for (const id of [...this.#work.keys()])
      this.#finish(id, ({ onFailed }) => onFailed(new AppError('APP_THREAD_ENDED', reason)));
  }

  #watch(): void {
    if (this.#watching !== null) return;
    this.#lookedAt = performance.now();
    this.#lastHeartbeatAt = Date.now();
    this.#watching = setInterval(() => {
      this.#listen();
      void this.#measure().catch(() => undefined);
    }, LOOK_EVERY);
  }

  #unwatch(): void {
    if (this.#watching !== null) clearInterval(this.#watching);
    this.#watching = null;
  }

  /** Ends a thread that is stuck. */
  #listen(): void {
    const now = performance.now();
    const passed = Math.min(now - this.#lookedAt, MOST_COUNTED);
    this.#lookedAt = now;
    const heard = Atomics.load(this.#heartbeats, 0);
    this.#silentFor = heard === this.#heard ? this.#silentFor + passed : 0;
    if (this.#silentFor === 0) this.#lastHeartbeatAt = Date.now();
    this.#heard = heard;
    const { ended } = this.#silence;
    if (this.#silentFor < ended) return;
    if (this.#reason === null) {
      this.#reason = `it was stuck for ${durationInWords(ended)}`;
      this.#leave();
      void this.#worker.terminate();
    } else if (this.#silentFor >= 2 * ended) {
      // A system call that never returns cannot be interrupted. The thread does nothing more after it was ended, so others may take over its work.
      this.#failWork(`${this.#reason}, and could not be ended`);
    }
  }

  async #measure(): Promise<void> {
    // A stuck thread does not answer: one pending measurement is enough.
    if (this.#isMeasuring) return;
    this.#isMeasuring = true;
    try {
      const { used_heap_size: heap, external_memory: buffers } = await this.#worker.getHeapStatistics();
      this.#tooLarge = heap + buffers > this.#budgetMiB * MiB ? this.#tooLarge + 1 : 0;
    } finally {
      this.#isMeasuring = false;
    }
    if (this.#tooLarge < 2) return;
    this.#reason ??= this.#tooMuchMemory();
    await this.#worker.terminate();
  }

  #tooMuchMemory(): string {
    return `it took more than ${this.#budgetMiB} MiB of memory`;
  }

  async #answer({ call, method, parameters }: FromRunThread & { readonly kind: 'call' }): Promise<void> {
    try {
      const { answer } = this.#parts;
      if (answer === null) throw new TypeError('leases on hosts need the database of a cluster');
      this.send({ kind: 'result', call, result: await answer(method, parameters) });
    } catch (error) {
      this.send({ kind: 'failure', call, failure: sentFailure(error) });
    }
  }
}
