import type { Frontier, FrontierPlace, QueuedPage } from '../store/index.ts';

/** How many pages of a host are held in memory at a time; the rest of its queue stays in the database. */
const WINDOW = 256;

/** The queue of one host: a window on the frontier, in (depth, age) order. */
export class HostQueue {
  readonly host: string;
  readonly #frontier: Frontier;
  readonly #runId: number;
  /** Pages that are under way or wait for their commit: the frontier still lists them. */
  readonly #taken: ReadonlySet<number>;
  #pages: readonly QueuedPage[] = [];
  #next = 0;
  #after: FrontierPlace | null = null;
  #mayHaveMore = true;
  #loading: Promise<void> | null = null;

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

  /** Whether the frontier should be asked before the host is given up. */
  get mayHaveMore(): boolean {
    return this.#mayHaveMore;
  }

  take(): QueuedPage | null {
    const page = this.#pages[this.#next] ?? null;
    if (page !== null) this.#next++;
    return page;
  }

  /** New pages were committed. One above our place (its referrer was slow) makes us look from the start again. */
  added(depth: number): void {
    this.#mayHaveMore = true;
    if (this.#after !== null && depth < this.#after.depth) this.#after = null;
  }

  /** Fetches the next window when the last one is used up. Calls while it does so share one request. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    while (this.size === 0 && this.#mayHaveMore) {
      const after = this.#after;
      this.#mayHaveMore = false;
      const pages = await this.#frontier.next(this.#runId, this.host, after, WINDOW);
      const last = pages.at(-1);
      if (last !== undefined && this.#after === after) this.#after = { depth: last.depth, id: last.id };
      if (pages.length === WINDOW) this.#mayHaveMore = true;
      this.#pages = pages.filter(({ id }) => !this.#taken.has(id));
      this.#next = 0;
    }
  }
}
