import { acceptedEncodings } from './content-encoding.ts';
import type { GivenHeaders } from './given-headers.ts';
import type { FetchRequest } from './http-request.ts';

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

export interface HeaderParts {
  readonly cookie: string | null;
  readonly authorization: string | null;
  readonly proxyAuthorization: string | null;
  /** The caller's, as far as they go to this URL: see `headersAfterRedirect`. */
  readonly given: GivenHeaders | undefined;
}

/** Writes the headers of requests as undici takes them: names and values in turn. */
export class RequestHeaders {
  readonly #usual: string[];
  readonly #userAgent: string;

  constructor(userAgent: string) {
    this.#userAgent = userAgent;
    this.#usual = ['user-agent', userAgent, 'accept', accept, 'accept-encoding', acceptedEncodings];
  }

  write(request: FetchRequest, url: URL, parts: HeaderParts): string[] {
    const { cookie, authorization, proxyAuthorization, given } = parts;
    const { conditional } = request;
    const wantsWhole = request.whenTooLarge !== 'cut';
    // Most requests of a crawl have nothing special: they all share one list.
    if (
      given === undefined &&
      conditional === undefined &&
      cookie === null &&
      authorization === null &&
      proxyAuthorization === null &&
      wantsWhole
    ) {
      return this.#usual;
    }
    const written = new Map([
      ['user-agent', this.#userAgent],
      ['accept', accept],
      // The beginning of an encoded body cannot be decoded.
      ['accept-encoding', wantsWhole ? acceptedEncodings : 'identity'],
    ]);
    const set = (name: string, value: string | null | undefined) => {
      if (value !== null && value !== undefined) written.set(name, value);
    };
    if (conditional !== undefined && (conditional.url ?? request.url) === url.href) {
      set('if-none-match', conditional.etag);
      set('if-modified-since', conditional.lastModified);
    }
    set('cookie', cookie);
    set('authorization', authorization);
    for (const [name, value] of Object.entries(given ?? {})) written.set(name.toLowerCase(), value);
    set('proxy-authorization', proxyAuthorization);
    return [...written].flat();
  }
}
