import type { FetchResult, PageFetcher } from '../../fetch/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { CrawlError } from '../errors.ts';
import { PageVersion } from './page-version.ts';
import type { SiteKnowledge } from './site-knowledge.ts';
import type { CurrentVisitor, VisitorSession } from './visitor-session.ts';

/** A session that was idle for longer may have ended on the server (A5). */
const LONGEST_IDLE = 5 * 60_000;

export interface TwinFetchOptions {
  readonly fetcher: PageFetcher;
  readonly knowledge: SiteKnowledge;
  /** Where a new visitor enters, and receives its session ids. */
  readonly start: string;
  /** Null when the second visitor must be the first one: members see other pages than strangers. */
  readonly newSession: (() => VisitorSession) | null;
  readonly visitor: CurrentVisitor;
  /** Waits as long as politeness asks before one more request to the host. */
  readonly pause: (host: string) => Promise<void>;
  readonly now: () => number;
}

/** Fetches pages a second time as another visitor, the twin (X1): what both see is the page, the rest is noise. */
export class TwinFetch {
  readonly #options: TwinFetchOptions;
  #twin: Promise<VisitorSession> | null = null;
  #lastUsed = 0;

  constructor(options: TwinFetchOptions) {
    this.#options = options;
  }

  /** The page as the twin sees it. Throws CRAWL_TWIN_FAILED for any answer but 200. */
  async fetchPage(url: string): Promise<PageVersion> {
    const answer = await this.request(url);
    if (answer.status !== 200) {
      const message = `the second fetch of ${url}, needed to confirm a change, was answered with ${answer.status}`;
      throw new CrawlError('CRAWL_TWIN_FAILED', message);
    }
    return PageVersion.of(answer);
  }

  /** Whatever the site answers the twin. */
  async request(url: string): Promise<FetchResult> {
    const { fetcher, knowledge, pause } = this.#options;
    const visitor = await this.visitor();
    await pause(new URL(url).host);
    const identity = knowledge.identityOf(url);
    return fetcher.fetch({
      url: visitor.withOwnIds(url),
      session: visitor.http,
      follow: ({ location }) =>
        location !== null &&
        URL.canParse(location) &&
        knowledge.identityOf(normalizeUrl(location)) === identity,
    });
  }

  /** The twin, once it has entered the site. */
  visitor(): Promise<VisitorSession> {
    const { newSession, visitor: main, now } = this.#options;
    if (newSession === null) return Promise.resolve(main.session);
    const isIdle = now() - this.#lastUsed > LONGEST_IDLE;
    // Some noise belongs to a visitor, so every fetch gets a new one, unless entering costs an extra look at the start.
    const mayStay = main.session.hasIds && !isIdle;
    const twin = mayStay && this.#twin !== null ? this.#twin : this.#enter(newSession());
    this.#twin = twin;
    this.#lastUsed = now();
    return twin.catch((error: unknown) => {
      if (this.#twin === twin) this.#twin = null; // the next request tries to enter again
      throw error;
    });
  }

  /** The next request is made by a new visitor. */
  dropVisitor(): void {
    this.#twin = null;
  }

  /** The start page as two visitors see it (A3: the difference of their links shows the session id). */
  async fetchStartTwice(): Promise<readonly [PageVersion, PageVersion]> {
    const { newSession, visitor: main, now } = this.#options;
    const first = await this.#fetchStart(main.session);
    const twin = newSession?.() ?? main.session;
    const second = await this.#fetchStart(twin);
    this.#twin = Promise.resolve(twin);
    this.#lastUsed = now();
    return [first, second];
  }

  /** A site that writes ids into URLs hands them out at the start page. */
  async #enter(visitor: VisitorSession): Promise<VisitorSession> {
    if (this.#options.visitor.session.hasIds) await this.#fetchStart(visitor);
    return visitor;
  }

  async #fetchStart(visitor: VisitorSession): Promise<PageVersion> {
    const { fetcher, start, pause } = this.#options;
    const { host } = new URL(start);
    await pause(host);
    const answer = await fetcher.fetch({
      url: start,
      session: visitor.http,
      follow: ({ location }) =>
        location !== null && isSameSite(URL.parse(location)?.host ?? '', host, this.#options.knowledge),
    });
    const version = PageVersion.of(answer);
    visitor.collectIds([normalizeUrl(answer.url), ...version.links]);
    return version;
  }
}

/** A start may send every visitor to a host of its own: `www.example.org` to `k3j9x2.example.org`. */
function isSameSite(target: string, host: string, knowledge: SiteKnowledge): boolean {
  if (knowledge.siteOf(target) === knowledge.siteOf(host)) return true;
  const [label = '', ...domain] = target.split('.');
  const rest = domain.join('.');
  const isBeside = rest === host || rest === host.slice(host.indexOf('.') + 1);
  return isBeside && domain.length > 1 && /[0-9]/.test(label) && label.length >= 6;
}

/** The most pages of one template that are fetched twice on the first visit... */
const PAGES_PER_TEMPLATE = 2;
/** ...and the most of one host in all. */
const PAGES_PER_HOST = 24;

/** Chooses the pages that are fetched twice on the first visit (X1): a few of each template. */
export class TwinSample {
  readonly #templates = new Map<string, number>();
  readonly #hosts = new Map<string, number>();

  /** Whether to fetch this page twice; if so, it is counted. */
  take(url: string): boolean {
    const { host, pathname, searchParams } = new URL(url);
    const taken = this.#hosts.get(host) ?? 0;
    if (taken >= PAGES_PER_HOST) return false;
    const template = `${host}${templateOf(pathname)}?${[...searchParams.keys()].sort().join('&')}`;
    const ofTemplate = this.#templates.get(template) ?? 0;
    if (ofTemplate >= PAGES_PER_TEMPLATE) return false;
    this.#templates.set(template, ofTemplate + 1);
    this.#hosts.set(host, taken + 1);
    return true;
  }
}

/** Pages of one folder are built alike, and so are folders with numbers for names. */
function templateOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const extension = /\.[a-z0-9]{1,5}$/i.exec(path)?.[0] ?? '';
  return `${folders.join('/').replace(/\d+/g, '#')}/*${extension}`;
}
