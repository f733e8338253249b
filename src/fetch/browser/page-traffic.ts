import type { BrowserContext, Frame, Page, Request, Route } from 'playwright-core';
import type { FetchResult } from '../http/http-request.ts';
import { MOST_RELOADS } from './settled-page.ts';
import { mayBeShown } from './web-addresses.ts';

/** Limit for kept scripts and style sheets, in bytes; those beyond it are requested again. */
const MOST_KEPT_BYTES = 64 * 1024 * 1024;

/** Headers about how a body was transferred, not about its content. The visitor has the cookies already. */
const ofTransfer = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'set-cookie',
]);

type Kept = Parameters<Route['fulfill']>[0];

/** Scripts and style sheets of a run: requested once, unless the site forbids caching them. */
export class KeptScripts {
  readonly #kept = new Map<string, Kept>();
  /** Requested by a page, and not answered yet. */
  readonly #coming = new Map<string, PromiseWithResolvers<void>>();
  #bytes = 0;

  /** While another page requests the same URL, this waits for its answer. If none is kept, the caller requests it, and must call `settle`. */
  async find(url: string): Promise<Kept | undefined> {
    const coming = this.#coming.get(url);
    if (coming !== undefined) await coming.promise;
    else if (!this.#kept.has(url)) this.#coming.set(url, Promise.withResolvers());
    return this.#kept.get(url);
  }

  /** The answer has come, or never will. */
  settle(url: string): void {
    this.#coming.get(url)?.resolve();
    this.#coming.delete(url);
  }

  async keep(request: Request): Promise<void> {
    const response = await request.response();
    if (response?.status() !== 200 || this.#kept.has(request.url())) return;
    const headers = response.headers();
    if (
      /no-store|no-cache|max-age=0/i.test(headers['cache-control'] ?? '') ||
      headers['set-cookie'] !== undefined
    )
      return;
    const body = await response.body();
    if (this.#bytes + body.length > MOST_KEPT_BYTES) return;
    this.#bytes += body.length;
    this.#kept.set(request.url(), { status: 200, headers: withoutTransfer(Object.entries(headers)), body });
  }
}

interface TrafficOptions {
  /** The page as it was fetched: the browser does not ask for it again. */
  readonly answer: FetchResult;
  readonly scripts: KeptScripts;
  /** Whether pictures, fonts and videos are loaded. */
  readonly hasPictures: boolean;
}

/** Decides what a page may request while it is shown, and notes which other page it wants to open. */
export class PageTraffic {
  readonly #page: Page;
  readonly #options: TrafficOptions;
  #openings = 0;
  /** Scripts that this page requested. */
  readonly #asked = new Set<string>();
  readonly #left = Promise.withResolvers<string>();

  private constructor(page: Page, options: TrafficOptions) {
    this.#page = page;
    this.#options = options;
  }

  static async of(context: BrowserContext, page: Page, options: TrafficOptions): Promise<PageTraffic> {
    const traffic = new PageTraffic(page, options);
    // A route of a page that is closed meanwhile cannot be answered, and need not be.
    await context.route('**/*', (route, request) => traffic.#decide(route, request).catch(() => undefined));
    const { scripts } = options;
    page.on('requestfinished', (request) => {
      if (!isScript(request)) return;
      // A page that is closed meanwhile needs no scripts.
      const kept = scripts.keep(request).catch(() => undefined);
      kept.finally(() => scripts.settle(request.url())).catch(() => undefined);
    });
    page.on('requestfailed', (request) => scripts.settle(request.url()));
    page.once('close', () => {
      for (const url of traffic.#asked) scripts.settle(url);
    });
    return traffic;
  }

  /** Resolves with another page that a script wants to open in place of this one. */
  get left(): Promise<string> {
    return this.#left.promise;
  }

  async #decide(route: Route, request: Request): Promise<void> {
    const { answer, scripts, hasPictures } = this.#options;
    const window = request.isNavigationRequest() ? openedIn(request) : null;
    if (window === 'another') return route.abort();
    // A page whose script leads to such an address stays open, and is read as it is.
    if (!mayBeShown(request.url())) return stayHere(route);
    if (window === this.#page.mainFrame()) {
      if (!isSameDocument(request.url(), answer.url)) {
        this.#left.resolve(request.url());
        return stayHere(route);
      }
      this.#openings++;
      if (this.#openings > MOST_RELOADS) return stayHere(route);
      if (this.#openings > 1) return route.continue();
      const { status, headers, body } = answer;
      return route.fulfill({ status, headers: withoutTransfer(headers.list()), body: Buffer.from(body) });
    }
    if (!hasPictures && /^(?:image|font|media)$/.test(request.resourceType())) return route.abort();
    const kept = isScript(request) ? await scripts.find(request.url()) : undefined;
    if (kept === undefined && isScript(request)) this.#asked.add(request.url());
    return kept === undefined ? route.continue() : route.fulfill(kept);
  }
}

/** With any other failure, the browser would replace this page with a page of its own. */
const stayHere = (route: Route): Promise<void> => route.abort('aborted');

/** The frame that the page opens in. A new window has none yet. */
function openedIn(request: Request): Frame | 'another' {
  try {
    return request.frame();
  } catch {
    return 'another';
  }
}

function isScript(request: Request): boolean {
  return request.method() === 'GET' && /^(?:script|stylesheet)$/.test(request.resourceType());
}

function isSameDocument(url: string, other: string): boolean {
  return url.replace(/#.*/s, '') === other.replace(/#.*/s, '');
}

function withoutTransfer(headers: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => !ofTransfer.has(name.toLowerCase())));
}
