import { Worker } from 'node:worker_threads';
import { failureFrom, type SentFailure, sentFailure } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { Store } from '../../database/store.ts';
import { ApiError } from '../../http/errors.ts';
import type { Caller } from '../../http/gate.ts';
import { anonymous } from '../../http/people/may-do.ts';
import type { Asking } from '../../http/services.ts';
import type { ProjectFacts } from '../../project/index.ts';
import { hasLargeHeap } from '../run-threads/large-heap.ts';

/** The resources that a request may use. */
export interface WorkLimits {
  /** Threads at the same time. If there is more than one, no caller gets all of them. */
  readonly threads: number;
  /** CPU time in milliseconds: waiting for the database, for sites, or for other programs of the machine does not count. */
  readonly cpuMs: number;
  /** Elapsed time in milliseconds: a request that takes longer keeps a thread from others. */
  readonly wallMs: number;
  /** Heap and buffers. */
  readonly memoryMiB: number;
  /** Requests that may be under way or wait: of all callers together, and of one caller. */
  readonly most: number;
  readonly mostOfOne: number;
}

const limitsForReading: WorkLimits = {
  threads: 2,
  cpuMs: 10_000,
  wallMs: 60_000,
  memoryMiB: 768,
  most: 200,
  mostOfOne: 20,
};

/** Requests that wait for sites have their own threads, so that a caller who only reads does not wait for a slow site. */
const limitsForVisiting: WorkLimits = { ...limitsForReading, wallMs: 180_000, most: 50, mostOfOne: 5 };

/** Reports that read every page of a run: 100,000 pages take minutes. */
const limitsForReporting: WorkLimits = {
  ...limitsForReading,
  cpuMs: 600_000,
  wallMs: 3_600_000,
  most: 50,
  mostOfOne: 10,
};

/** Milliseconds between two checks of a working thread. */
const LOOK_EVERY = 100;
/** Milliseconds after which an idle thread is ended: it holds about 50 MB. The last one stays: starting a thread takes longer than most answers. */
const LONGEST_IDLE = 10_000;

/** Size of the young generation of a thread's heap. The default of V8 is three times as large, which is not worth the memory for one answer. */
const NURSERY_MIB = 16;

/** The caller, as far as it can be sent to a thread. */
export interface SentCaller extends Pick<Caller, 'name' | 'role' | 'principal' | 'address'> {
  /** The projects that the caller may see, by id. */
  readonly seen: readonly number[];
  /** Whether the caller may change the project that is asked for. */
  readonly mayChange: boolean;
}

export type ToThread =
  | { readonly kind: 'work'; readonly name: string; readonly given: unknown; readonly caller: SentCaller }
  /** The caller is gone. */
  | { readonly kind: 'abort' }
  | { readonly kind: 'result'; readonly call: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly call: number; readonly failure: SentFailure };

export type FromThread =
  /** `cpuMs`: all processor time that the thread has used so far. */
  | { readonly kind: 'begun'; readonly cpuMs: number }
  | { readonly kind: 'done'; readonly result: unknown; readonly cpuMs: number }
  | { readonly kind: 'failed'; readonly failure: SentFailure }
  /** A call to the store, which only the main thread has. */
  | {
      readonly kind: 'call';
      readonly call: number;
      readonly part: keyof Store;
      readonly method: string;
      readonly parameters: readonly unknown[];
    };

/** A request for a thread. */
export interface Work {
  readonly name: string;
  readonly given: unknown;
  readonly asking: Pick<Asking, 'caller' | 'signal'>;
  /** The projects that the caller may see, by id; for services that read all of them. */
  readonly seen?: readonly number[];
  /** Whether the caller may change the project that is asked for. Default: no. */
  readonly mayChange?: boolean;
  /** A request of the server itself: it waits for its turn and is never refused because too many wait. Default: no. */
  readonly isOwn?: boolean;
}

interface Waiting extends Work {
  readonly resolve: (result: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

const thisServer: Caller = {
  name: 'tidemark',
  role: 'reader',
  principal: anonymous,
  address: 'this server',
  setCookie: null,
  sees: () => false,
  mayChange: () => false,
  seesNow: async () => false,
};

const ownerOf = ({ asking: { caller } }: Waiting): string =>
  caller.principal.kind === 'anonymous' ? `${caller.address}` : `${caller.principal.user.id}`;

/**
 * Threads for work whose cost depends on a page, a selector, a pattern or a file. A thread that takes too much time or memory is ended, and
 * the next request gets a new one; the thread that answers all requests never waits for it.
 */
export class WorkPool {
  readonly #limits: WorkLimits;
  readonly #store: Store;
  readonly #config: Config;
  readonly #threads = new Set<WorkThread>();
  readonly #waiting: Waiting[] = [];
  #isClosed = false;

  constructor(store: Store, config: Config, limits: WorkLimits) {
    this.#limits = limits;
    this.#store = store;
    this.#config = config;
  }

  /** Throws what the service throws, and API_TOO_COSTLY, API_TOO_MANY, API_BUSY and API_STOPPING. */
  run(asked: Work): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const work: Waiting = { ...asked, resolve, reject };
    const refusal = asked.isOwn === true && !this.#isClosed ? null : this.#refusal(ownerOf(work));
    if (refusal !== null) return Promise.reject(refusal);
    this.#waiting.push(work);
    this.#begin();
    return promise;
  }

  /** The facts of a stored project that plans need. In a thread: a project file may be very long. Throws PROJECT_FILE_INVALID, and what `run` throws. */
  async readFacts(settings: string): Promise<ProjectFacts | null> {
    const asking = { caller: thisServer, signal: new AbortController().signal };
    return (await this.run({
      name: 'readFacts',
      given: { settings },
      asking,
      isOwn: true,
    })) as ProjectFacts | null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(stopping());
    await Promise.all([...this.#threads].map((thread) => thread.end(stopping())));
  }

  #refusal(owner: string): ApiError | null {
    const { most, mostOfOne } = this.#limits;
    const active = [...this.#threads].flatMap(({ work }) => (work === null ? [] : [work]));
    const all = [...active, ...this.#waiting];
    if (this.#isClosed) return stopping();
    if (all.filter((each) => ownerOf(each) === owner).length >= mostOfOne)
      return new ApiError(
        'API_TOO_MANY',
        `${mostOfOne} such requests of yours are under way: wait for one of them.`,
      );
    return all.length >= most
      ? new ApiError('API_BUSY', 'Too many requests are waiting. Ask again later.')
      : null;
  }

  /** Begins all requests that may begin, in order of arrival. */
  #begin(): void {
    for (;;) {
      const at = this.#waiting.findIndex((work) => this.#mayBegin(ownerOf(work)));
      const thread = at < 0 ? null : this.#freeThread();
      const [work] = thread === null ? [] : this.#waiting.splice(at, 1);
      if (work === undefined || thread === null) return;
      if (work.asking.signal.aborted) work.reject(new ApiError('API_STOPPING', 'The caller is gone.'));
      else void thread.do(work).finally(() => this.#begin());
    }
  }

  #mayBegin(owner: string): boolean {
    const own = [...this.#threads].filter(({ work }) => work !== null && ownerOf(work) === owner);
    return own.length < Math.max(this.#limits.threads - 1, 1);
  }

  #freeThread(): WorkThread | null {
    for (const thread of this.#threads) if (thread.work === null) return thread;
    if (this.#threads.size >= this.#limits.threads) return null;
    const thread = new WorkThread({
      store: this.#store,
      config: this.#config,
      limits: this.#limits,
      onEnd: () => this.#threads.delete(thread),
      isLast: () => this.#threads.size === 1,
    });
    this.#threads.add(thread);
    return thread;
  }
}

/** The pools of a server. */
export interface WorkPools {
  readonly reading: WorkPool;
  readonly visiting: WorkPool;
  readonly reporting: WorkPool;
  close(): Promise<void>;
}

export function workPools(store: Store, config: Config): WorkPools {
  const reading = new WorkPool(store, config, limitsForReading);
  const visiting = new WorkPool(store, config, limitsForVisiting);
  const reporting = new WorkPool(store, config, limitsForReporting);
  return {
    reading,
    visiting,
    reporting,
    close: async () => {
      await Promise.all([reading.close(), visiting.close(), reporting.close()]);
    },
  };
}

const stopping = () => new ApiError('API_STOPPING', 'The server is about to stop.');

const tooCostly = (what: string) =>
  new ApiError(
    'API_TOO_COSTLY',
    `This takes ${what} than a request may take. Ask for less: a smaller page or file, a simpler selector or pattern.`,
  );

/** The build compiles both files to JavaScript, but it does not rewrite the file name that is built below. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

interface ThreadParts {
  readonly store: Store;
  readonly config: Config;
  readonly limits: WorkLimits;
  readonly onEnd: () => void;
  /** Whether the pool has no other thread. */
  readonly isLast: () => boolean;
}

class WorkThread {
  readonly #store: Store;
  readonly #limits: WorkLimits;
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  readonly #isLast: () => boolean;
  #idle: NodeJS.Timeout | null = null;
  /** Processor time that the thread had used when its work began; null before that. */
  #cpuBefore: number | null = null;
  /** Whether its heap was found to be large: then it takes no more work. */
  #isLarge = false;
  work: Waiting | null = null;

  constructor({ store, config, limits, onEnd, isLast }: ThreadParts) {
    this.#store = store;
    this.#limits = limits;
    this.#onEnd = onEnd;
    this.#isLast = isLast;
    this.#worker = new Worker(new URL(`./work-thread.${extension}`, import.meta.url), {
      workerData: config,
      // Reaching this limit can end the whole process, so the heap is checked long before.
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMiB * 3, maxYoungGenerationSizeMb: NURSERY_MIB },
    });
    this.#worker.on('message', (message: FromThread) => this.#take(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      void this.end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooCostly('more memory') : error);
    });
    this.#worker.on('exit', () => void this.end(new Error('a thread ended by itself')));
  }

  /** Resolves when the thread is free again, or ended. */
  do(work: Waiting): Promise<void> {
    const { promise, resolve: free } = Promise.withResolvers<void>();
    const { name, given, asking, seen = [], mayChange = false } = work;
    const abort = () => this.#send({ kind: 'abort' });
    // Free first: the caller may ask again at once.
    const settle = (): void => {
      clearInterval(watching);
      asking.signal.removeEventListener('abort', abort);
      this.work = null;
      this.#worker.unref();
      if (this.#isLarge) void this.end(stopping());
      else {
        if (!this.#isLast()) this.#idle = setTimeout(() => void this.end(stopping()), LONGEST_IDLE).unref();
        void this.#endIfLarge();
      }
      free();
    };
    const begun: Waiting = {
      ...work,
      resolve: (result) => {
        settle();
        work.resolve(result);
      },
      reject: (cause) => {
        settle();
        work.reject(cause);
      },
    };
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.work = begun;
    const watching = this.#watch(begun);
    this.#worker.ref();
    asking.signal.addEventListener('abort', abort);
    const { name: caller, role, principal, address } = asking.caller;
    const sent = { name: caller, role, principal, address, seen, mayChange };
    this.#send({ kind: 'work', name, given, caller: sent });
    return promise;
  }

  /** The work under way, if any, fails for this reason. */
  async end(cause: unknown): Promise<void> {
    this.#onEnd();
    this.work?.reject(cause);
    if (this.#idle !== null) clearTimeout(this.#idle);
    await this.#worker.terminate();
  }

  /** V8 releases most of the memory of a large page only when the thread ends. */
  async #endIfLarge(): Promise<void> {
    this.#isLarge = await hasLargeHeap(this.#worker);
    if (this.#isLarge && this.work === null) await this.end(stopping());
  }

  #isTooLong(cpuMs: number): boolean {
    return this.#cpuBefore !== null && cpuMs - this.#cpuBefore > this.#limits.cpuMs;
  }

  #watch(work: Waiting): NodeJS.Timeout {
    const { wallMs, memoryMiB } = this.#limits;
    const began = performance.now();
    this.#cpuBefore = null;
    const look = async () => {
      if (performance.now() - began > wallMs) await this.#endWork(work, 'more time');
      const { user, system } = await this.#worker.cpuUsage();
      if (this.#isTooLong((user + system) / 1000)) await this.#endWork(work, 'more time');
      this.#isLarge ||= await hasLargeHeap(this.#worker);
      const { used_heap_size: heap, external_memory: buffers } = await this.#worker.getHeapStatistics();
      if (heap + buffers > memoryMiB * 1024 * 1024) await this.#endWork(work, 'more memory');
    };
    // A thread that has ended cannot be measured.
    return setInterval(() => void look().catch(() => undefined), LOOK_EVERY);
  }

  async #endWork(work: Waiting, what: string): Promise<void> {
    if (this.work === work) await this.end(tooCostly(what));
  }

  #take(message: FromThread): void {
    switch (message.kind) {
      case 'begun':
        this.#cpuBefore = message.cpuMs;
        break;
      case 'done':
        // On a busy machine the work may end before it is looked at: what costs too much is refused there, too.
        if (this.#isTooLong(message.cpuMs)) this.work?.reject(tooCostly('more time'));
        else this.work?.resolve(message.result);
        break;
      case 'failed':
        this.work?.reject(failureFrom(message.failure));
        break;
      case 'call':
        void this.#answer(message);
    }
  }

  async #answer({ call, part, method, parameters }: FromThread & { readonly kind: 'call' }): Promise<void> {
    try {
      const owner = this.#store[part] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
      const result = await owner[method]?.(...parameters);
      this.#send({ kind: 'result', call, result });
    } catch (error) {
      this.#send({ kind: 'failure', call, failure: sentFailure(error) });
    }
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}
