import { setTimeout as after } from 'node:timers/promises';
import { ApiError } from './errors.ts';

/** After a request, runs get so many times as long as such a request takes. */
const SHARE_OF_RUNS = 5;
/** In milliseconds: a request that took long does not hold up the next one for seconds. */
const LONGEST_PAUSE = 100;
/** In milliseconds: streams, and what waits for other sites, do not keep the others waiting until they end. */
const LONGEST_TURN = 50;
/** Below this share of its time the thread waits: runs have nothing to do. */
const IDLE = 0.2;
/** Requests of strangers get one turn in so many while users wait: enough to log in, and too few to keep users waiting. */
const TURNS_PER_STRANGER = 4;
/** Waiting requests. A turn takes 150 ms at most, and who waits longer than browsers do has gone. */
const MOST_OF_USER = 300;
const MOST_OF_ADDRESS = 20;
const MOST_OF_STRANGERS = 100;

/** A request that wants a turn. */
export interface TurnRequest {
  /** The name of the endpoint. */
  readonly kind: string;
  readonly isStranger: boolean;
  /** The user, or the address of a stranger. */
  readonly from: string;
  /** Whether the client has gone, and nobody waits for the answer. */
  readonly isGone: () => boolean;
}

interface Waiting extends TurnRequest {
  readonly begin: (end: () => void) => void;
  readonly refuse: (reason: ApiError) => void;
}

/** Requests that wait, a list for each who asks. Those take turns, so that a flood of one keeps only that one waiting. */
class Queue {
  readonly #lists = new Map<string, Waiting[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  waitingFrom(from: string): number {
    return this.#lists.get(from)?.length ?? 0;
  }

  add(waiting: Waiting): void {
    const list = this.#lists.get(waiting.from) ?? [];
    list.push(waiting);
    this.#lists.set(waiting.from, list);
    this.#size++;
  }

  next(): Waiting | undefined {
    for (const [from, list] of this.#lists) {
      const first = list.shift();
      // To the end of the map: the others come first now.
      this.#lists.delete(from);
      if (list.length > 0) this.#lists.set(from, list);
      this.#size--;
      return first;
    }
    return undefined;
  }
}

/** How many of each kind are remembered. */
const REMEMBERED = 10;

/**
 * How long requests of each kind take by themselves: the quickest of the last ones. Those that took longer had to wait for
 * whatever else the thread did.
 */
export class UsualTimes {
  readonly #times = new Map<string, readonly number[]>();

  note(kind: string, ms: number): void {
    this.#times.set(kind, [ms, ...(this.#times.get(kind) ?? [])].slice(0, REMEMBERED));
  }

  of(kind: string): number {
    return Math.min(...(this.#times.get(kind) ?? [0]));
  }
}

/**
 * While runs are under way, answers requests one after the other, with time for the runs in between: both share a thread, and
 * without turns 200 readers left a crawl one page in a hundred.
 */
export class RequestTurns {
  readonly #hasRuns: () => boolean;
  readonly #times = new UsualTimes();
  readonly #users = new Queue();
  readonly #strangers = new Queue();
  #turns = 0;
  #isGiving = false;

  constructor(hasRuns: () => boolean) {
    this.#hasRuns = hasRuns;
  }

  /**
   * Resolves when a request may begin, with what is called when it is answered; at once while there are no runs.
   * Throws API_TOO_MANY when so many of them wait that this one would wait too long.
   */
  async take(request: TurnRequest): Promise<() => void> {
    if (!this.#hasRuns()) return () => undefined;
    const { isStranger, from } = request;
    const queue = isStranger ? this.#strangers : this.#users;
    const isFull = queue.waitingFrom(from) >= (isStranger ? MOST_OF_ADDRESS : MOST_OF_USER);
    if (isFull || (isStranger && queue.size >= MOST_OF_STRANGERS)) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    queue.add({ ...request, begin: resolve, refuse: reject });
    if (!this.#isGiving) void this.#give();
    return promise;
  }

  #next(): Waiting | undefined {
    const [first, second] =
      ++this.#turns % TURNS_PER_STRANGER === 0
        ? [this.#strangers, this.#users]
        : [this.#users, this.#strangers];
    return first.next() ?? second.next();
  }

  async #give(): Promise<void> {
    this.#isGiving = true;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      if (next.isGone()) {
        next.refuse(tooMany());
        continue;
      }
      const began = performance.now();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const late = new AbortController();
      next.begin(end);
      await Promise.race([
        ended,
        after(LONGEST_TURN, undefined, { signal: late.signal }).catch(() => undefined),
      ]);
      late.abort();
      this.#times.note(next.kind, performance.now() - began);
      await this.#leaveToRuns(this.#times.of(next.kind));
    }
    this.#isGiving = false;
  }

  /** Ends early where runs have nothing to do: most of them wait for sites, or for the pause between two requests. */
  async #leaveToRuns(spent: number): Promise<void> {
    const step = Math.min(spent, LONGEST_PAUSE / SHARE_OF_RUNS);
    for (let count = 0; count < SHARE_OF_RUNS && this.#hasRuns(); count++) {
      const before = performance.eventLoopUtilization();
      await after(step);
      if (performance.eventLoopUtilization(before).utilization < IDLE) return;
    }
  }
}

const tooMany = (): ApiError =>
  new ApiError('API_TOO_MANY', 'Too many requests are waiting. Ask again in a few seconds.');
