import { isEmptyShell } from '../../document/index.ts';
import {
  FetchError,
  type FetchRequest,
  type FetchResult,
  type PageFetcher,
  type PageRenderer,
} from '../../fetch/index.ts';
import { htmlAnswer, isHtmlAnswer, redirectAnswer } from './rendered-answer.ts';

/** Which pages are shown to a browser. */
type RenderChoice = 'auto' | 'never' | 'always';

interface RenderedPagesOptions {
  readonly fetcher: PageFetcher;
  readonly renderer: Pick<PageRenderer, 'render'>;
  readonly choice: Exclude<RenderChoice, 'never'>;
  /** The addresses of pages that were rendered at their last visit. */
  readonly known: Iterable<string>;
  /** Called once with the address of each page that a browser would be needed for, if there is none. */
  readonly onMissing: (url: string) => void;
}

/**
 * Fetches pages, and shows those to a browser that only scripts build. A page that was rendered once is always rendered: what
 * the server sends and what a browser makes of it are not comparable.
 */
export class RenderedPages implements PageFetcher {
  readonly #options: RenderedPagesOptions;
  readonly #known: Set<string>;
  readonly #times = new Map<string, number>();
  readonly #unseen = new Set<string>();
  /** Why no browser can be opened; null while nothing is known against it. */
  #missing: FetchError | null = null;

  constructor(options: RenderedPagesOptions) {
    this.#options = options;
    this.#known = new Set(options.known);
  }

  async fetch(request: FetchRequest): Promise<FetchResult> {
    const { fetcher, choice } = this.#options;
    const isKnown = this.#known.has(request.url);
    // A shell that has not changed says nothing about the data that its scripts fetch.
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
