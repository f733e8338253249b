import type { FetchResult, PageFetcher } from '../../fetch/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { CrawlError } from '../errors.ts';
import { PageVersion } from './page-version.ts';
import type { SiteKnowledge } from './site-knowledge.ts';
import { TwinVisitors } from './twin-visitors.ts';
import type { CurrentVisitor, VisitorSession } from './visitor-session.ts';

/** Who makes the further fetches of a page. */
export type FurtherVisitors =
  /** Each fetch of a page is made by a visitor that never fetched it. */
  | { readonly who: 'twin visitors'; readonly newSession: () => VisitorSession }
  /** A second log-in with the same account; null when the site allows only one at a time. Called for every fetch. */
  | { readonly who: 'second member'; readonly session: () => Promise<VisitorSession | null> }
  /** A session that was given by hand cannot be opened twice. */
  | { readonly who: 'same visitor' };

interface TwinFetchOptions {
  readonly fetcher: PageFetcher;
  readonly knowledge: SiteKnowledge;
  /** The page at which a new visitor enters and receives its session ids. */
  readonly start: string;
  readonly further: FurtherVisitors;
  readonly visitor: CurrentVisitor;
  /** Waits as long as politeness asks before one more request to the host. */
  readonly pause: (host: string) => Promise<void>;
  readonly now: () => number;
}

/** Fetches pages a second time as another visitor, the twin: what both see is the page, the rest is noise. */
export class TwinFetch {
  readonly #options: TwinFetchOptions;
  /** Null when members make the further fetches: strangers see other pages. */
  readonly #visitors: TwinVisitors | null;

  constructor(options: TwinFetchOptions) {
    this.#options = options;
    const { further, visitor, now } = options;
    this.#visitors =
      further.who === 'twin visitors'
        ? new TwinVisitors({
            newSession: further.newSession,
            hasIds: () => visitor.session.hasIds,
            enter: (twinVisitor) => this.#enterAs(twinVisitor),
            now,
          })
        : null;
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

  /** The site's answer to the twin, whatever its status. */
  async request(url: string): Promise<FetchResult> {
    const { further, knowledge, start, visitor: main } = this.#options;
    const isStart = main.session.hasIds && knowledge.identityOf(url) === knowledge.identityOf(start);
    // A twin visitor enters by fetching the start page, so it fetches that page only once.
    if (isStart && further.who === 'twin visitors') return this.#enterForAll(further.newSession());
    return this.#requestAs(await this.#visitorFor(url), url);
  }

  /** Requests a page as a visitor that has just entered, and that is used for nothing else; null when there are no twin visitors. */
  async requestAsNewVisitor(
    url: string,
  ): Promise<{ readonly answer: FetchResult; readonly visitor: VisitorSession } | null> {
    if (this.#visitors === null) return null;
    const visitor = await this.#visitors.enter();
    return { answer: await this.#requestAs(visitor, url), visitor };
  }

  /** The start page as two visitors see it. The difference between their links shows the session id. */
  async fetchStartTwice(): Promise<readonly [PageVersion, PageVersion]> {
    const { further, visitor: main, start } = this.#options;
    const first = PageVersion.of(await this.#enterAs(main.session));
    const twin = further.who === 'twin visitors' ? further.newSession() : await this.#visitorFor(start);
    return [first, PageVersion.of(await this.#enterForAll(twin))];
  }

  /** A twin visitor that has fetched the start page can make further fetches of other pages. */
  async #enterForAll(visitor: VisitorSession): Promise<FetchResult> {
    const { knowledge, start } = this.#options;
    const answer = await this.#enterAs(visitor);
    this.#visitors?.join(visitor, knowledge.identityOf(start), urlsIn(answer));
    return answer;
  }

  async #visitorFor(url: string): Promise<VisitorSession> {
    const { further, knowledge, visitor: main } = this.#options;
    if (this.#visitors !== null) return this.#visitors.forPage(knowledge.identityOf(url));
    if (further.who !== 'second member') return main.session;
    const second = await further.session();
    if (second === null) return main.session;
    if (main.session.hasIds && !second.hasIds) await this.#enterAs(second);
    return second;
  }

  async #requestAs(visitor: VisitorSession, url: string): Promise<FetchResult> {
    const { fetcher, knowledge, pause } = this.#options;
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

  /** Fetches the start page, where a site that writes ids into URLs assigns them. */
  async #enterAs(visitor: VisitorSession): Promise<FetchResult> {
    const { fetcher, start, pause } = this.#options;
    const { host } = new URL(start);
    await pause(host);
    const answer = await fetcher.fetch({
      url: start,
      session: visitor.http,
      follow: ({ location }) =>
        location !== null && isSameSite(URL.parse(location)?.host ?? '', host, this.#options.knowledge),
    });
    visitor.collectIds(urlsIn(answer));
    return answer;
  }
}

/** A start page may redirect every visitor to a separate host: `www.example.org` to `k3j9x2.example.org`. */
function isSameSite(target: string, host: string, knowledge: SiteKnowledge): boolean {
  if (knowledge.siteOf(target) === knowledge.siteOf(host)) return true;
  const [label = '', ...domain] = target.split('.');
  const rest = domain.join('.');
  const isBeside = rest === host || rest === host.slice(host.indexOf('.') + 1);
  return isBeside && domain.length > 1 && /[0-9]/.test(label) && label.length >= 6;
}

const urlsIn = (answer: FetchResult): readonly string[] => [
  normalizeUrl(answer.url),
  ...PageVersion.of(answer).links,
];

/** The most pages of one template that are fetched twice on the first visit... */
const PAGES_PER_TEMPLATE = 2;
/** ...and the most of one host in all. */
const PAGES_PER_HOST = 24;

/** Chooses the pages that are fetched twice on the first visit: a few of each template. */
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
