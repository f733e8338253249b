import type { Frontier } from '../tables/frontier.ts';
import type { QueuedPage } from '../tables/records.ts';

/** How many pages of a host are in memory at a time; the rest of its queue stays in the database. */
const WINDOW = 256;

/**
 * The queue of one host: a window on the frontier, in (depth, age) order. It is always read from the front: visited pages
 * have left the frontier, and a page that is found late but close to the start comes first.
 */
export class HostQueue {
  readonly host: string;
  readonly #frontier: Frontier;
  readonly #runId: number;
  /** Pages under way or not committed yet: the frontier still lists them. */
  readonly #taken: ReadonlySet<number>;
  #pages: readonly QueuedPage[] = [];
  #next = 0;
  #mayHaveMore = true;
  #isLoading = false;
  /** How often the window was dropped; one that was read before is out of date. */
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

  /** The frontier has changed: its pages are read again. Returns how many were in the window. */
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
