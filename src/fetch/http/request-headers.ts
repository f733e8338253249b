import { acceptedEncodings } from './content-encoding.ts';
import type { FetchRequest } from './http-request.ts';
import type { SessionToken } from './http-session.ts';
import type { CallerHeaders } from './redirect.ts';

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

interface HeaderParts {
  readonly cookie: string | null;
  readonly authorization: string | null;
  readonly token: SessionToken | null;
  readonly proxyAuthorization: string | null;
  /** Those that are sent to this URL: see `headersAfterRedirect`. */
  readonly callerHeaders: CallerHeaders | undefined;
}

/** Writes the headers of requests in undici's form: names and values in turn. */
export class RequestHeaders {
  readonly #usual: string[];
  readonly #userAgent: string;

  constructor(userAgent: string) {
    this.#userAgent = userAgent;
    this.#usual = ['user-agent', userAgent, 'accept', accept, 'accept-encoding', acceptedEncodings];
  }

  write(request: FetchRequest, url: URL, parts: HeaderParts): string[] {
    const { cookie, authorization, token, proxyAuthorization, callerHeaders } = parts;
    const { conditional } = request;
    const wantsWhole = request.whenTooLarge !== 'cut';
    // Most requests of a crawl need nothing special and share one list.
    if (
      callerHeaders === undefined &&
      conditional === undefined &&
      cookie === null &&
      authorization === null &&
      token === null &&
      proxyAuthorization === null &&
      wantsWhole
    ) {
      return this.#usual;
    }
    const headers = new Map([
      ['user-agent', this.#userAgent],
      ['accept', accept],
      // The beginning of an encoded body cannot be decoded.
      ['accept-encoding', wantsWhole ? acceptedEncodings : 'identity'],
    ]);
    const set = (name: string, value: string | null | undefined) => {
      if (value !== null && value !== undefined) headers.set(name, value);
    };
    if (conditional !== undefined && (conditional.url ?? request.url) === url.href) {
      set('if-none-match', conditional.etag);
      set('if-modified-since', conditional.lastModified);
    }
    set('cookie', cookie);
    set('authorization', authorization);
    if (token !== null) set(token.header.toLowerCase(), token.value);
    for (const [name, value] of Object.entries(callerHeaders ?? {})) headers.set(name.toLowerCase(), value);
    set('proxy-authorization', proxyAuthorization);
    return [...headers].flat();
  }
}
