import { TidemarkError } from '../../base/index.ts';
import type { FetchErrorCode, ListingSpider } from '../../fetch/index.ts';

/** Errors of a visitor that lost its connection and could not reconnect. Files fail with other codes. */
const withoutConnection: ReadonlySet<string> = new Set<FetchErrorCode>([
  'FETCH_CLOSED',
  'FETCH_REFUSED',
  'FETCH_LOGIN',
  'FETCH_TIMEOUT_CONNECT',
]);

/** Enters the site, with this many attempts for temporary failures. Throws a FetchError. */
export type StartVisitor = (attempts: number) => Promise<ListingSpider>;

/**
 * The visitors of one run, each with its own connection. One must be able to enter; the others only help: when a server
 * allows fewer connections or closes some, the visitors that are left do the work.
 */
export class Visitors {
  readonly #start: StartVisitor;
  readonly #attempts: number;
  readonly #all = new Set<ListingSpider>();
  readonly #idle: ListingSpider[] = [];
  readonly #waiting: PromiseWithResolvers<ListingSpider>[] = [];
  #most: number;
  #isGrowing = false;
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
   * Gives work to a visitor as soon as one is free. Work whose connection was lost is done again: once by a new visitor,
   * or by the others when the server lets no new one in. Throws what the work throws.
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

  /** Adds visitors one after the other while work waits: most servers count connections that are not logged in yet. */
  async #grow(): Promise<void> {
    if (this.#isGrowing || this.#all.size >= this.#most) return;
    this.#isGrowing = true;
    try {
      while (this.#waiting.length > 0 && this.#all.size < this.#most) {
        await this.#add(this.#all.size === 0 ? this.#attempts : 1);
      }
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    } finally {
      this.#isGrowing = false;
    }
  }

  /** Returns whether a visitor entered. Throws when there is no other visitor. */
  async #add(attempts: number): Promise<boolean> {
    try {
      const visitor = await this.#start(attempts);
      this.#all.add(visitor);
      this.#release(visitor);
      // Closed while this visitor was logging in.
      if (this.#isClosed) await visitor.close();
      return true;
    } catch (error) {
      if (this.#all.size === 0 || !(error instanceof TidemarkError)) throw error;
      this.#most = this.#all.size;
      return false;
    }
  }

  /** The last visitor is never replaced: its failures are those of the site. */
  #isLost(error: unknown): boolean {
    return this.#all.size > 1 && error instanceof TidemarkError && withoutConnection.has(error.code);
  }

  async #replace(visitor: ListingSpider): Promise<boolean> {
    this.#all.delete(visitor);
    await visitor.close();
    return this.#add(1);
  }
}

/**
 * Tells, after a temporary failure, whether the whole site is gone or only this file or folder fails: a run must pause for
 * the one, so that it can go on later, and report the other.
 */
export class GoneSite {
  readonly #look: () => Promise<unknown>;
  #looking: Promise<string | null> | null = null;

  /** `look` asks the site for something that it had before, and throws when there is no answer. */
  constructor(look: () => Promise<unknown>) {
    this.#look = look;
  }

  /** Why the site is gone, in words; null when it answers, or when the failure does not suggest that it is gone. */
  async reason(failure: TidemarkError): Promise<string | null> {
    if (failure.decision !== 'retry') return null;
    // Several connections fail together when the server goes: one look is enough for all.
    this.#looking ??= this.#answer().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #answer(): Promise<string | null> {
    try {
      await this.#look();
      return null;
    } catch (error) {
      if (error instanceof TidemarkError && error.decision === 'retry')
        return `the server no longer answers: ${error.message}`;
      throw error;
    }
  }
}
