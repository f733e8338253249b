import type { FetchResult, PageFetcher } from '../../fetch/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { CrawlError } from '../errors.ts';
import { PageVersion } from './page-version.ts';
import type { SiteKnowledge } from './site-knowledge.ts';
import type { CurrentVisitor, VisitorSession } from './visitor-session.ts';

/** A session that was idle for longer may have ended on the other side (A5). */
const LONGEST_IDLE = 5 * 60_000;

export interface TwinFetchOptions {
  readonly fetcher: PageFetcher;
  readonly knowledge: SiteKnowledge;
  /** Where a new visitor enters, and is given its session ids. */
  readonly start: string;
  /** Null when there must be only one: members see other pages than strangers. */
  readonly newSession: (() => VisitorSession) | null;
  readonly visitor: CurrentVisitor;
  /** Waits as long as politeness asks before one more request to the host. */
  readonly pause: (host: string) => Promise<void>;
  readonly now: () => number;
}

/** Fetches pages a second time as another visitor (X1): what both see is the page, the rest is noise. */
export class TwinFetch {
  readonly #options: TwinFetchOptions;
  #twin: Promise<VisitorSession> | null = null;
  #lastUsed = 0;

  constructor(options: TwinFetchOptions) {
    this.#options = options;
  }

  /** The page as the other visitor sees it. Throws CRAWL_TWIN_FAILED when it cannot be had now. */
  async fetch(url: string): Promise<PageVersion> {
    const answer = await this.ask(url);
    if (answer.status !== 200) {
      const message = `a second fetch of ${url}, which was to confirm a change, answered ${answer.status}`;
      throw new CrawlError('CRAWL_TWIN_FAILED', message);
    }
    return new PageVersion(answer.url, answer.body, answer.headers);
  }

  /** Whatever the site answers the other visitor. */
  async ask(url: string): Promise<FetchResult> {
    const { fetcher, knowledge, pause } = this.#options;
    const visitor = await this.#visitor();
    await pause(new URL(url).host);
    const identity = knowledge.identityOf(url);
    return fetcher.fetch({
      url: visitor.own(url),
      session: visitor.http,
      follow: ({ location }) =>
        location !== null &&
        URL.canParse(location) &&
        knowledge.identityOf(normalizeUrl(location)) === identity,
    });
  }

  /** The other visitor, once it has entered the site. */
  visitor(): Promise<VisitorSession> {
    return this.#visitor();
  }

  /** The next fetch is that of a newcomer. */
  forget(): void {
    this.#twin = null;
  }

  #visitor(): Promise<VisitorSession> {
    const { newSession, visitor, now } = this.#options;
    if (newSession === null) return Promise.resolve(visitor.session);
    const isIdle = now() - this.#lastUsed > LONGEST_IDLE;
    // Noise may be a visitor's own. Only where it costs a look at the start is one visitor asked for more than one page.
    const mayStay = visitor.session.hasIds && !isIdle;
    const twin = mayStay && this.#twin !== null ? this.#twin : this.#enter(newSession());
    this.#twin = twin;
    this.#lastUsed = now();
    return twin.catch((error: unknown) => {
      if (this.#twin === twin) this.#twin = null; // the next one tries to enter again
      throw error;
    });
  }

  /** A site that writes ids into URLs gives them out at its door. */
  async #enter(visitor: VisitorSession): Promise<VisitorSession> {
    if (this.#options.visitor.session.hasIds) await this.#look(visitor);
    return visitor;
  }

  async #look(visitor: VisitorSession): Promise<PageVersion> {
    const { fetcher, start, pause } = this.#options;
    const { host } = new URL(start);
    await pause(host);
    const answer = await fetcher.fetch({
      url: start,
      session: visitor.http,
      follow: ({ location }) => location !== null && URL.parse(location)?.host === host,
    });
    const version = new PageVersion(answer.url, answer.body, answer.headers);
    visitor.observe([normalizeUrl(answer.url), ...version.links]);
    return version;
  }

  /** The start as each of two visitors sees it (A3). */
  async probe(): Promise<readonly [PageVersion, PageVersion]> {
    const { newSession, visitor, now } = this.#options;
    const first = await this.#look(visitor.session);
    const twin = newSession?.() ?? visitor.session;
    const second = await this.#look(twin);
    this.#twin = Promise.resolve(twin);
    this.#lastUsed = now();
    return [first, second];
  }
}
