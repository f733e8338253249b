import { FetchError, type FetchErrorCode } from '../errors.ts';
import type { HttpFetcher } from '../http-fetcher.ts';
import { HttpSession } from '../http-session.ts';
import type { Protocol, Spider } from './spider.ts';

/**
 * HTTP as one spider among others. Crawls of web sites do not go this way: they need redirects, headers and conditions,
 * and use the fetcher itself.
 */
export function httpProtocol(fetcher: HttpFetcher): Protocol {
  return {
    schemes: ['http:', 'https:'],
    capabilities: { lists: false, hashes: false, resumes: false },
    async start({ url, login }) {
      if (login === undefined) return new HttpSpider(fetcher, new HttpSession());
      const { username, password = '' } = login;
      const credentials = new Map([[new URL(url).origin, { username, password }]]);
      return new HttpSpider(fetcher, new HttpSession({ credentials }));
    },
  };
}

class HttpSpider implements Spider {
  readonly #fetcher: HttpFetcher;
  readonly #session: HttpSession;

  constructor(fetcher: HttpFetcher, session: HttpSession) {
    this.#fetcher = fetcher;
    this.#session = session;
  }

  async *fetch(url: string, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<Uint8Array> {
    const { status, body } = await this.#fetcher.fetch({ url, session: this.#session, signal });
    if (status < 200 || status >= 300)
      throw new FetchError(codeOf(status), `${url}: answered ${status}`, { url });
    yield body;
  }

  async close(): Promise<void> {
    // The connections are the fetcher's, which others use too.
  }
}

function codeOf(status: number): FetchErrorCode {
  if (status === 404 || status === 410) return 'FETCH_NOT_FOUND';
  return status === 401 || status === 403 ? 'FETCH_PERMISSION' : 'FETCH_UNAVAILABLE';
}
