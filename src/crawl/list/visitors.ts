import { TidemarkError } from '../../base/index.ts';
import type { FetchErrorCode, ListingSpider } from '../../fetch/index.ts';

/** How work fails whose visitor lost the connection and got no other; files that fail of themselves fail otherwise. */
const withoutConnection: ReadonlySet<string> = new Set<FetchErrorCode>([
  'FETCH_CLOSED',
  'FETCH_REFUSED',
  'FETCH_LOGIN',
  'FETCH_TIMEOUT_CONNECT',
]);

/** Enters the site, with so many attempts when the trouble may pass. Throws a FetchError. */
export type StartVisitor = (attempts: number) => Promise<ListingSpider>;

/**
 * The visitors of one run, each with a connection of its own. One must come in; the others only help: a server that lets
 * us have fewer connections, or takes some away, is served by those that are left.
 */
export class Visitors {
  readonly #start: StartVisitor;
  readonly #attempts: number;
  readonly #all = new Set<ListingSpider>();
  readonly #idle: ListingSpider[] = [];
  readonly #waiting: PromiseWithResolvers<ListingSpider>[] = [];
  #most: number;
  #isComing = false;
  #isClosed = false;

  constructor(start: StartVisitor, { most, attempts }: { readonly most: number; readonly attempts: number }) {
    this.#start = start;
    this.#most = most;
    this.#attempts = attempts;
  }

  /** Throws when the site cannot be entered. */
  enter(): Promise<void> {
    return this.use(() => Promise.resolve());
  }

  /**
   * Has a visitor do some work, as soon as one is free. Work that failed with its connection is done again, by a new
   * visitor once, by the others as often as the server lets no new one in. Throws what the work throws.
   */
  async use<T>(work: (visitor: ListingSpider) => Promise<T>): Promise<T> {
    for (let isLast = false; ; ) {
      const visitor = await this.#free();
      try {
        return await work(visitor);
      } catch (error) {
        if (isLast || !this.#isLost(error)) throw error;
        isLast = await this.#replace(visitor);
      } finally {
        this.#release(visitor);
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((visitor) => visitor.close()));
  }

  async #free(): Promise<ListingSpider> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const waiting = Promise.withResolvers<ListingSpider>();
    this.#waiting.push(waiting);
    void this.#grow();
    return waiting.promise;
  }

  #release(visitor: ListingSpider): void {
    if (!this.#all.has(visitor)) return;
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#idle.push(visitor);
    else waiting.resolve(visitor);
  }

  /** One after the other, and only while somebody waits: most servers count connections that are not logged in yet. */
  async #grow(): Promise<void> {
    if (this.#isComing || this.#all.size >= this.#most) return;
    this.#isComing = true;
    try {
      while (this.#waiting.length > 0 && this.#all.size < this.#most) {
        await this.#add(this.#all.size === 0 ? this.#attempts : 1);
      }
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    } finally {
      this.#isComing = false;
    }
  }

  /** Whether one more came in. Throws when nobody is there without it. */
  async #add(attempts: number): Promise<boolean> {
    try {
      const visitor = await this.#start(attempts);
      this.#all.add(visitor);
      this.#release(visitor);
      // Nobody waited for the end of a log-in that was not needed any more.
      if (this.#isClosed) await visitor.close();
      return true;
    } catch (error) {
      if (this.#all.size === 0 || !(error instanceof TidemarkError)) throw error;
      this.#most = this.#all.size;
      return false;
    }
  }

  /** The last visitor stays, whatever happens: its failures are those of the site. */
  #isLost(error: unknown): boolean {
    return this.#all.size > 1 && error instanceof TidemarkError && withoutConnection.has(error.code);
  }

  async #replace(visitor: ListingSpider): Promise<boolean> {
    this.#all.delete(visitor);
    await visitor.close();
    return this.#add(1);
  }
}
