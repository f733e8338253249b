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
type StartVisitor = (attempts: number) => Promise<ListingSpider>;

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
   * Passes work to a visitor as soon as one is free. Work whose connection was lost is repeated: once by a new visitor,
   * or by the others when the server accepts no new one. Throws what the work throws.
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

  /** The last visitor is never replaced: its failures are failures of the site. */
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
 * Finds out, after a temporary failure, whether the whole site is unreachable or only this file or folder fails: a run must pause
 * in the first case, so that it can be resumed, and report the second.
 */
export class GoneSite {
  readonly #look: () => Promise<unknown>;
  readonly #redact: (text: string) => string;
  #looking: Promise<string | null> | null = null;

  /** `look` requests something that the site had before, and throws when there is no answer. */
  constructor(look: () => Promise<unknown>, redact: (text: string) => string) {
    this.#look = look;
    this.#redact = redact;
  }

  /** Why the site is unreachable, in words; null when it answers, or when the failure does not suggest that it is unreachable. */
  async reason(failure: TidemarkError): Promise<string | null> {
    if (failure.decision !== 'retry') return null;
    // Several connections fail together when the server becomes unreachable: one check is enough for all.
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
        return this.#redact(`the server no longer answers: ${error.message}`);
      throw error;
    }
  }
}
