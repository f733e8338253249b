import type { VisitorSession } from './visitor-session.ts';

/** A session that was idle for longer may have ended on the server. */
const LONGEST_IDLE = 5 * 60_000;

interface TwinVisitorsOptions {
  readonly newSession: () => VisitorSession;
  /** Whether the site writes ids into URLs: then a visitor must enter through the start page, which costs a request. */
  readonly hasIds: () => boolean;
  /** Fetches the start page, where the visitor receives its ids. */
  readonly enter: (visitor: VisitorSession) => Promise<unknown>;
  readonly now: () => number;
}

interface TwinVisitor {
  readonly visitor: Promise<VisitorSession>;
  /** Identities of the pages that it has fetched. */
  readonly seen: Set<string>;
  lastUsed: number;
}

/**
 * Visitors for further fetches. Content that belongs to one visitor is recognised only when another visitor fetches the page, so each fetch
 * of a page is made by a visitor that never fetched it. Where entering costs a request, one twin visitor serves many pages. By chance, two of them
 * may get the same content on every page, so their number grows with the square root of the fetches.
 */
export class TwinVisitors {
  readonly #options: TwinVisitorsOptions;
  #entered: readonly TwinVisitor[] = [];
  #fetches = 0;
  readonly #joined: { readonly visitor: VisitorSession; readonly urls: readonly string[] }[] = [];

  constructor(options: TwinVisitorsOptions) {
    this.#options = options;
  }

  /** A visitor that never fetched the page with this identity. */
  async forPage(identity: string): Promise<VisitorSession> {
    if (!this.#options.hasIds()) return this.#options.newSession();
    this.#collectIds();
    const now = this.#options.now();
    this.#entered = this.#entered.filter(({ lastUsed }) => now - lastUsed <= LONGEST_IDLE);
    this.#fetches++;
    const [rested] = this.#entered
      .filter(({ seen }) => !seen.has(identity))
      .toSorted((a, b) => a.seen.size - b.seen.size);
    const isEnough = this.#entered.length ** 2 >= this.#fetches;
    const twinVisitor = rested !== undefined && isEnough ? rested : this.#add(this.enter());
    twinVisitor.seen.add(identity);
    twinVisitor.lastUsed = now;
    return twinVisitor.visitor.catch((error: unknown) => {
      this.#entered = this.#entered.filter((one) => one !== twinVisitor);
      throw error;
    });
  }

  /** A separate visitor, which makes no further fetches for other pages. */
  async enter(): Promise<VisitorSession> {
    const { newSession, hasIds, enter } = this.#options;
    const visitor = newSession();
    if (hasIds()) await enter(visitor);
    return visitor;
  }

  /** Adds a visitor that has fetched a page and found these URLs on it. */
  join(visitor: VisitorSession, identity: string, urls: readonly string[]): void {
    this.#add(Promise.resolve(visitor)).seen.add(identity);
    this.#joined.push({ visitor, urls });
  }

  /** Collects the ids again: when the visitors entered, the site's ids may not have been known yet. A visitor without its own id would use another's. */
  #collectIds(): void {
    for (const { visitor, urls } of this.#joined.splice(0)) visitor.collectIds(urls);
  }

  #add(visitor: Promise<VisitorSession>): TwinVisitor {
    const twinVisitor = { visitor, seen: new Set<string>(), lastUsed: this.#options.now() };
    this.#entered = [...this.#entered, twinVisitor];
    return twinVisitor;
  }
}
