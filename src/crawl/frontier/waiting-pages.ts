import type { Frontier, QueuedPage } from '../tables/frontier.ts';

interface WaitingPagesOptions {
  readonly frontier: Frontier;
  readonly runId: number;
  /** When the next request to a host may start; Infinity when another one has to finish first. */
  readonly nextStart: (host: string, now: number) => number;
  /** Called when a window of the frontier is loaded, and `take` may return more pages. */
  readonly onLoaded: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** The pages of the frontier: chooses the next host, and the next page of that host. */
export class WaitingPages {
  readonly #options: WaitingPagesOptions;
  readonly #hosts = new Map<string, HostQueue>();
  readonly #ready = new ReadyHosts();
  /** Pages under way, to be retried, or not committed yet: the frontier still lists them. */
  readonly #taken = new Set<number>();
  #loading = 0;
  /** Pages in the windows of all hosts. */
  #buffered = 0;

  constructor(options: WaitingPagesOptions) {
    this.#options = options;
  }

  get hosts(): number {
    return this.#hosts.size;
  }

  get isLoading(): boolean {
    return this.#loading > 0;
  }

  /** Whether no page is in memory, and none is being loaded. */
  get isStarving(): boolean {
    return this.#buffered === 0 && this.#loading === 0;
  }

  /** When the next host that has to wait may be requested again; Infinity when there is none. */
  get nextAt(): number {
    return this.#ready.nextAt;
  }

  /** The frontier has new pages of this host. */
  added(host: string): void {
    this.#queueOf(host).added();
    this.#ready.add(host);
  }

  /** Pages of the frontier were renamed or removed: reads the pages in memory again. */
  readAgain(): void {
    for (const [host, queue] of this.#hosts) {
      this.#buffered -= queue.drop();
      this.#ready.add(host);
    }
  }

  /** A request to this host has finished. */
  requestEnded(host: string): void {
    this.#ready.add(host);
  }

  /** The next page that may be requested now; null when there is none. */
  take(now: number): QueuedPage | null {
    for (let host = this.#ready.take(now); host !== null; host = this.#ready.take(now)) {
      const queue = this.#queueOf(host);
      if (queue.shouldLoad) this.#load(queue);
      if (queue.size === 0) continue; // a loaded window or a commit puts it back in line
      const at = this.#options.nextStart(host, now);
      if (at === Number.POSITIVE_INFINITY) continue; // the end of a request puts it back in line
      if (at > now) {
        this.#ready.addLater(host, at);
        continue;
      }
      const page = queue.take();
      if (page === null) continue;
      this.#buffered--;
      this.#taken.add(page.id);
      this.#ready.add(host);
      return page;
    }
    return null;
  }

  /** The page has left the frontier, or may be taken again. */
  release(pageId: number): void {
    this.#taken.delete(pageId);
  }

  #load(queue: HostQueue): void {
    const { onLoaded, onFailed } = this.#options;
    this.#loading++;
    queue
      .load()
      .then(() => {
        this.#buffered += queue.size;
        if (queue.size > 0 || queue.shouldLoad) this.#ready.add(queue.host);
      })
      .catch(onFailed)
      .finally(() => {
        this.#loading--;
        onLoaded();
      });
  }

  #queueOf(host: string): HostQueue {
    let queue = this.#hosts.get(host);
    if (queue === undefined) {
      const { frontier, runId } = this.#options;
      queue = new HostQueue(host, frontier, runId, this.#taken);
      this.#hosts.set(host, queue);
    }
    return queue;
  }
}

/** How many pages of a host are in memory at a time; the rest of its queue stays in the database. */
const WINDOW = 256;

/**
 * The queue of one host: a window on the frontier, in (depth, age) order. It is always read from the front: visited pages have left it, and a page
 * that is found late but close to the start comes first.
 */
class HostQueue {
  readonly host: string;
  readonly #frontier: Frontier;
  readonly #runId: number;
  /** Pages under way or not committed yet: the frontier still lists them. */
  readonly #taken: ReadonlySet<number>;
  #pages: readonly QueuedPage[] = [];
  #next = 0;
  #mayHaveMore = true;
  #isLoading = false;
  /** How often the window was dropped; a window that was read before the last drop is out of date. */
  #drops = 0;

  constructor(host: string, frontier: Frontier, runId: number, taken: ReadonlySet<number>) {
    this.host = host;
    this.#frontier = frontier;
    this.#runId = runId;
    this.#taken = taken;
  }

  /** Pages in the window. */
  get size(): number {
    return this.#pages.length - this.#next;
  }

  /** Whether to read the next window from the frontier. */
  get shouldLoad(): boolean {
    return this.#mayHaveMore && !this.#isLoading && this.size === 0;
  }

  take(): QueuedPage | null {
    const page = this.#pages[this.#next] ?? null;
    if (page !== null) this.#next++;
    return page;
  }

  /** New pages of this host were committed. */
  added(): void {
    this.#mayHaveMore = true;
  }

  /** Drops the window, because the frontier has changed. Returns how many pages were in it. */
  drop(): number {
    const dropped = this.size;
    this.#pages = [];
    this.#next = 0;
    this.#mayHaveMore = true;
    this.#drops++;
    return dropped;
  }

  /** Reads the next window. Called when the last one is used up, and not again until it returns. */
  async load(): Promise<void> {
    this.#mayHaveMore = false;
    this.#isLoading = true;
    const limit = WINDOW + this.#taken.size;
    const drops = this.#drops;
    const pages = await this.#frontier.next(this.#runId, this.host, null, limit);
    this.#isLoading = false;
    if (drops !== this.#drops) return;
    if (pages.length === limit) this.#mayHaveMore = true;
    this.#pages = pages.filter(({ id }) => !this.#taken.has(id));
    this.#next = 0;
  }
}

/**
 * Hosts with pages waiting. They take turns: each gets one request before any host gets its next.
 * A host is in exactly one of the two lists, or in none while it has nothing to do.
 */
class ReadyHosts {
  readonly #turn: string[] = [];
  #head = 0;
  readonly #known = new Set<string>();
  /** Hosts that may be requested later, soonest first: a binary heap. */
  readonly #later: { readonly at: number; readonly host: string }[] = [];

  /** Puts a host at the end of the line, unless it is already in a list. */
  add(host: string): void {
    if (this.#known.has(host)) return;
    this.#known.add(host);
    this.#turn.push(host);
  }

  /** Takes the next host out of the line; null when there is none. */
  take(now: number): string | null {
    while (this.#later[0] !== undefined && this.#later[0].at <= now) this.#turn.push(this.#pop());
    const host = this.#turn[this.#head];
    if (host === undefined) return null;
    this.#head++;
    if (this.#head > 1000 && this.#head * 2 > this.#turn.length) {
      this.#turn.splice(0, this.#head);
      this.#head = 0;
    }
    this.#known.delete(host);
    return host;
  }

  addLater(host: string, at: number): void {
    if (this.#known.has(host)) return;
    this.#known.add(host);
    this.#later.push({ at, host });
    this.#rise(this.#later.length - 1);
  }

  /** When the next of the later hosts may be requested; Infinity when there is none. */
  get nextAt(): number {
    return this.#later[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  #pop(): string {
    const first = this.#later[0];
    const last = this.#later.pop();
    if (last !== undefined && first !== last) {
      this.#later[0] = last;
      this.#sink();
    }
    return first?.host ?? '';
  }

  #rise(start: number): void {
    let i = start;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.#swapIfEarlier(i, parent)) return;
      i = parent;
    }
  }

  #sink(): void {
    let i = 0;
    for (;;) {
      const [left, right] = [2 * i + 1, 2 * i + 2];
      const child =
        (this.#later[right]?.at ?? Number.POSITIVE_INFINITY) <
        (this.#later[left]?.at ?? Number.POSITIVE_INFINITY)
          ? right
          : left;
      if (child >= this.#later.length || !this.#swapIfEarlier(child, i)) return;
      i = child;
    }
  }

  #swapIfEarlier(child: number, parent: number): boolean {
    const [a, b] = [this.#later[child], this.#later[parent]];
    if (a === undefined || b === undefined || a.at >= b.at) return false;
    this.#later[parent] = a;
    this.#later[child] = b;
    return true;
  }
}
