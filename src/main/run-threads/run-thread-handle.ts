import { getHeapStatistics } from 'node:v8';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import { sentFailure } from '../../base/index.ts';
import { AppError } from '../../crawl/run/errors.ts';
import { storeFailureFrom } from '../../database/errors.ts';
import type { RunPlaces } from '../../features/feature.ts';
import type {
  FromRunThread,
  RunThreadStart,
  ThreadWork,
  ToRunThread,
  WorkProgress,
} from './thread-messages.ts';

const MiB = 2 ** 20;
/** The heap that V8 gives this process, which is also the most that a thread may have: reaching it can end the whole process. */
const HEAP_LIMIT_MIB = getHeapStatistics().heap_size_limit / MiB;
/** So the heap is looked at, and a thread that takes more than this part of the limit is ended long before. */
const HEAP_PART = 0.6;
/** How often a thread that works is looked at, in milliseconds. */
const LOOK_EVERY = 500;

/** The build turns both files into JavaScript, but it does not see the name that is put together below. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** A piece of work in a thread, as the main thread follows it. */
interface WorkUnderWay {
  onBegun(facts: (FromRunThread & { readonly kind: 'begun' })['facts']): void;
  onProgress(news: WorkProgress): void;
  onDone(result: unknown): void;
  /** APP_THREAD_ENDED when the thread ended before the work. */
  onFailed(error: unknown): void;
}

interface RunThreadParts {
  readonly start: RunThreadStart;
  readonly answer: RunPlaces['answer'];
  /** A thread that has nothing to do for this long is ended, in milliseconds. */
  readonly longestIdle: number;
  /** Called when the thread takes no more work. */
  readonly onLeaving: () => void;
  readonly onEnded: () => void;
  /** In MiB; smaller for tests. */
  readonly heapBudget?: number | undefined;
}

/** A thread for runs, from the main thread's side. */
export class RunThread {
  readonly #parts: RunThreadParts;
  readonly #worker: Worker;
  readonly #work = new Map<number, WorkUnderWay>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #budgetMiB: number;
  #lastId = 0;
  #idle: NodeJS.Timeout | null = null;
  #watching: NodeJS.Timeout | null = null;
  /** Looks in a row that found too much on the heap: what was not collected yet counts too. */
  #tooLarge = 0;
  #isLeaving = false;
  /** Why the thread ends before its work; the first reason counts. */
  #reason: string | null = null;

  constructor(parts: RunThreadParts) {
    const { start } = parts;
    this.#parts = parts;
    this.#budgetMiB = parts.heapBudget ?? Math.round(HEAP_LIMIT_MIB * HEAP_PART);
    this.#worker = new Worker(new URL(`./run-thread.${extension}`, import.meta.url), {
      workerData: start,
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

  /** Begins a piece of work, and returns how to stop it. */
  begin(work: ThreadWork, underWay: WorkUnderWay): (reason?: string) => void {
    this.#lastId++;
    const id = this.#lastId;
    this.#work.set(id, underWay);
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#watching ??= setInterval(() => void this.#look().catch(() => undefined), LOOK_EVERY);
    this.#worker.ref();
    this.send({ kind: 'start', id, work });
    return (reason) => this.send({ kind: 'stop', id, reason });
  }

  send(message: ToRunThread): void {
    this.#worker.postMessage(message);
  }

  /** Lets the thread give back what it has, and returns when it has ended. Nothing may be under way. */
  async close(): Promise<void> {
    this.#leave();
    // Somebody waits for the end: without this the process would end first.
    this.#worker.ref();
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
        // The next work gets another thread, and with it another try.
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
    if (this.#watching !== null) clearInterval(this.#watching);
    this.#watching = null;
    this.#tooLarge = 0;
    this.#worker.unref();
    if (!this.#isLeaving) this.#idle = setTimeout(() => void this.close(), this.#parts.longestIdle).unref();
  }

  #leave(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    if (!this.#isLeaving) this.#parts.onLeaving();
    this.#isLeaving = true;
  }

  #end(reason: string): void {
    this.#leave();
    for (const id of [...this.#work.keys()])
      this.#finish(id, ({ onFailed }) => onFailed(new AppError('APP_THREAD_ENDED', reason)));
    this.#parts.onEnded();
    this.#ended.resolve();
  }

  async #look(): Promise<void> {
    const { used_heap_size: heap, external_memory: buffers } = await this.#worker.getHeapStatistics();
    this.#tooLarge = heap + buffers > this.#budgetMiB * MiB ? this.#tooLarge + 1 : 0;
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
      if (answer === null) throw new TypeError('turns at hosts need the database of a cluster');
      this.send({ kind: 'result', call, result: await answer(method, parameters) });
    } catch (error) {
      this.send({ kind: 'failure', call, failure: sentFailure(error) });
    }
  }
}
