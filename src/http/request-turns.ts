import { setTimeout as after, setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { ApiError } from './errors.ts';

/** After a request of a kind that takes t, runs get up to `SHARE_OF_RUNS` times t. */
const SHARE_OF_RUNS = 5;
/** Longest pause after a request, in milliseconds: a slow request does not delay the next one for seconds. */
const LONGEST_PAUSE = 100;
/** Longest turn, in milliseconds: streams, and requests that wait for other sites, do not delay the others until they end. */
const LONGEST_TURN = 50;
/** Utilization of the event loop below which runs have nothing to do. */
const IDLE = 0.2;
/** While users wait, requests of strangers get one turn in this many: enough to log in, and too few to delay users. */
const TURNS_PER_STRANGER = 4;
/** Requests that begin at the same time while no runs are under way: most of them wait for the database. */
const MOST_AT_ONCE = 16;
/** Largest numbers of waiting requests. A turn takes at most 150 ms, and a client that waits longer than browsers do has disconnected. */
const MOST_OF_USER = 300;
const MOST_OF_NEIGHBOURHOOD = 40;
const MOST_OF_STRANGERS = 100;

/** A request that wants a turn. */
export interface TurnRequest {
  /** The name of the endpoint. */
  readonly kind: string;
  readonly isStranger: boolean;
  /** The user, or the neighbourhood of a stranger (`visitorNeighbourhood`). */
  readonly from: string;
  /** Whether the client has disconnected and does not wait for the answer. */
  readonly isGone: () => boolean;
}

interface Waiting extends TurnRequest {
  readonly begin: (end: () => void) => void;
  readonly refuse: (reason: ApiError) => void;
}

/** What waits, in one list per caller. Callers take turns, so that many requests of one caller delay only that caller. */
export class CallerQueue<T extends { readonly from: string }> {
  readonly #lists = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  waitingFrom(from: string): number {
    return this.#lists.get(from)?.length ?? 0;
  }

  /** Takes away the newest of the caller with most, if that caller has more than `most`. */
  takeFromLargest(most: number): T | undefined {
    const largest = [...this.#lists.values()].reduce<T[]>(
      (one, other) => (other.length > one.length ? other : one),
      [],
    );
    if (largest.length <= most) return undefined;
    this.#size--;
    return largest.pop();
  }

  add(waiting: T): void {
    const list = this.#lists.get(waiting.from) ?? [];
    list.push(waiting);
    this.#lists.set(waiting.from, list);
    this.#size++;
  }

  next(): T | undefined {
    for (const [from, list] of this.#lists) {
      const first = list.shift();
      // Moves the caller to the end of the map: the others come first now.
      this.#lists.delete(from);
      if (list.length > 0) this.#lists.set(from, list);
      this.#size--;
      return first;
    }
    return undefined;
  }
}

/** Number of durations that are kept for each kind. */
const REMEMBERED = 10;

/**
 * How long requests of each kind take by themselves: the shortest of the last durations. Longer ones include the time of
 * other work on the thread.
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
 * Lets requests begin in turn, a few at a time, so that many requests of one caller delay only that caller: 700 of a stranger in one packet stopped all
 * answers for 23 s. While runs are under way they begin one after the other, with time for the runs in between. Both share a thread: without
 * turns, 200 readers reduced a crawl to one page in a hundred.
 */
export class RequestTurns {
  readonly #hasRuns: () => boolean;
  readonly #times = new UsualTimes();
  readonly #users = new CallerQueue<Waiting>();
  readonly #strangers = new CallerQueue<Waiting>();
  #turns = 0;
  #giving = 0;

  constructor(hasRuns: () => boolean) {
    this.#hasRuns = hasRuns;
  }

  /**
   * Resolves when a request may begin. The caller calls the returned function when the request is answered. Throws API_TOO_MANY when too many
   * requests wait for this one to be answered in time.
   */
  async take(request: TurnRequest): Promise<() => void> {
    const { isStranger, from } = request;
    const queue = isStranger ? this.#strangers : this.#users;
    const own = queue.waitingFrom(from);
    if (own >= (isStranger ? MOST_OF_NEIGHBOURHOOD : MOST_OF_USER)) throw tooMany();
    if (isStranger && queue.size >= MOST_OF_STRANGERS) {
      // Strangers who crowd in give way to those who ask for little, such as a user who logs in.
      const newest = queue.takeFromLargest(own + 1);
      if (newest === undefined) throw tooMany();
      newest.refuse(tooMany());
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    queue.add({ ...request, begin: resolve, refuse: reject });
    if (this.#giving < (this.#hasRuns() ? 1 : MOST_AT_ONCE)) void this.#give();
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
    this.#giving++;
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
      if (this.#giving > 1 && this.#hasRuns()) break;
      // What else has arrived, such as a probe, is answered in between.
      await nextTurnOfLoop();
    }
    this.#giving--;
  }

  /**
   * Leaves the thread to the runs for a while. Ends early when runs are idle: most of them wait for sites, or for the pause
   * between two requests.
   */
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
