import { isEmptyShell } from '../../document/index.ts';
import {
  FetchError,
  type FetchRequest,
  type FetchResult,
  type HttpSession,
  type PageFetcher,
  type PageRenderer,
  type RenderedPage,
  type ResponseHeaders,
} from '../../fetch/index.ts';
import type { Flag } from '../../track/index.ts';
import type { RunSettings } from '../run/run-settings.ts';

interface RenderedPagesOptions {
  readonly fetcher: PageFetcher;
  readonly renderer: Pick<PageRenderer, 'render'>;
  /** Which pages are shown to a browser. */
  readonly choice: Exclude<RunSettings['render'], 'never'>;
  /** The addresses of pages that were rendered at their last visit. */
  readonly known: Iterable<string>;
  /** Called once with the address of each page that needs a browser, when there is none. */
  readonly onMissing: (url: string) => void;
}

/**
 * Fetches pages, and renders those that only scripts build in a browser. A page that was rendered once is always rendered: what
 * the server sends and what a browser makes of it are not comparable.
 */
export class RenderedPages implements PageFetcher {
  readonly #options: RenderedPagesOptions;
  readonly #known: Set<string>;
  readonly #times = new Map<string, number>();
  readonly #unseen = new Set<string>();
  /** Why no browser can be opened; null while no failure is known. */
  #missing: FetchError | null = null;

  constructor(options: RenderedPagesOptions) {
    this.#options = options;
    this.#known = new Set(options.known);
  }

  async fetch(request: FetchRequest): Promise<FetchResult> {
    const { fetcher, choice } = this.#options;
    const isKnown = this.#known.has(request.url);
    // An unchanged HTML shell says nothing about the data that its scripts fetch.
    const { conditional, ...unconditional } = request;
    const isAsked = conditional === undefined || choice === 'always' || isKnown;
    const answer = await fetcher.fetch(isAsked ? unconditional : request);
    if (answer.status !== 200 || !isHtmlAnswer(answer)) return answer;
    if (choice === 'auto' && !isKnown && !isEmptyShell(answer.body)) return answer;
    try {
      if (this.#missing !== null) throw this.#missing;
      return await this.#rendered(request, answer);
    } catch (error) {
      if (choice === 'always' || !isNoBrowser(error)) throw error;
      this.#missing = error;
      if (isKnown)
        throw new FetchError('FETCH_RENDERING_FAILED', `${request.url} cannot be shown: ${error.message}`);
      this.#missed(request.url);
      return answer;
    }
  }

  /** How often a page was rendered since the last call. */
  takeTimes(url: string): number {
    const times = this.#times.get(url) ?? 0;
    this.#times.delete(url);
    return times;
  }

  #missed(url: string): void {
    if (this.#unseen.has(url)) return;
    this.#unseen.add(url);
    this.#options.onMissing(url);
  }

  async #rendered(request: FetchRequest, answer: FetchResult): Promise<FetchResult> {
    const page = await this.#options.renderer.render(answer, request);
    this.#known.add(request.url);
    this.#times.set(request.url, (this.#times.get(request.url) ?? 0) + 1);
    return page.leadsTo === null ? htmlAnswer(answer, page) : redirectAnswer(answer, page.leadsTo);
  }
}

function isNoBrowser(error: unknown): error is FetchError {
  if (!(error instanceof FetchError)) return false;
  return error.code === 'FETCH_BROWSER_MISSING' || error.code === 'FETCH_BROWSER_FAILED';
}

interface PagePicturesOptions {
  readonly renderer: Pick<PageRenderer, 'render'>;
  /** Which pages get pictures: those that are new or have changed, or all at every visit. */
  readonly choice: Exclude<RunSettings['screenshots'], 'none'>;
}

/** Takes pictures of pages that were fetched. */
export class PagePictures {
  readonly #options: PagePicturesOptions;

  constructor(options: PagePicturesOptions) {
    this.#options = options;
  }

  /** PNG; null when none is wanted, or the page cannot be shown: then its text still counts. Throws when there is no browser. */
  async take(answer: FetchResult, flag: Flag | null, session: HttpSession): Promise<Uint8Array | null> {
    const { renderer, choice } = this.#options;
    const isWanted = flag === 'NEW' || flag === 'UPD' || (choice === 'all' && flag === 'SAM');
    if (!isWanted || answer.status !== 200 || !isHtmlAnswer(answer)) return null;
    try {
      return (await renderer.render(answer.source ?? answer, { session, picture: true })).picture;
    } catch (error) {
      if (error instanceof FetchError && error.code === 'FETCH_RENDERING_FAILED') return null;
      throw error;
    }
  }
}

/** Whether a browser can show it. */
function isHtmlAnswer({ headers, url }: FetchResult): boolean {
  return (
    /^https?:/.test(url) &&
    /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '')
  );
}

/** The response of the server with the rendered HTML as its body. */
function htmlAnswer(answer: FetchResult, { html, url }: RenderedPage): FetchResult {
  return {
    ...answer,
    source: answer,
    url: isSameSite(url, answer.url) ? url : answer.url,
    headers: withHeader(answer.headers, 'content-type', 'text/html; charset=utf-8'),
    body: Uint8Array.from(Buffer.from(html)),
  };
}

/** A page whose script replaces it with another one, as a redirect. */
function redirectAnswer(answer: FetchResult, target: string): FetchResult {
  return {
    ...answer,
    source: answer,
    status: 302,
    headers: withHeader(answer.headers, 'location', target),
    body: new Uint8Array(),
  };
}

/** Scripts can change the address only within their site; any other address is not the requested page. */
function isSameSite(url: string, other: string): boolean {
  return URL.parse(url)?.origin === URL.parse(other)?.origin;
}

function withHeader(headers: ResponseHeaders, name: string, value: string): ResponseHeaders {
  return {
    get: (asked) => (asked.toLowerCase() === name ? value : headers.get(asked)),
    all: (asked) => (asked.toLowerCase() === name ? [value] : headers.all(asked)),
    list: () => [...headers.list().filter(([other]) => other.toLowerCase() !== name), [name, value]],
  };
}
