import type { Egress } from '../egress/egress.ts';
import type { Hop } from '../errors.ts';
import type { Bandwidth } from '../transfer/paced-transfer.ts';
import { acceptedEncodings } from './content-encoding.ts';
import type { HttpSession, SessionToken } from './http-session.ts';
import type { CallerHeaders } from './redirect.ts';
import type { ResponseHeaders } from './response-headers.ts';

export interface FetchRequest {
  readonly url: string;
  /** Default GET. */
  readonly method?: string;
  /** Sent in addition to our own, and in place of those with the same name. Few of them are sent to another origin: see `redirect.ts`. */
  readonly headers?: CallerHeaders;
  readonly body?: string | Uint8Array;
  readonly session: HttpSession;
  /** The validators of a known page. Sent only to `url`, where they came from (default: the request's URL). */
  readonly conditional?: { readonly etag?: string; readonly lastModified?: string; readonly url?: string };
  /** Replaces the fetcher's limit. */
  readonly maxBytes?: number;
  /** `cut` returns the beginning of a body that is too large (robots.txt, RFC 9309). Default `fail`. */
  readonly whenTooLarge?: 'fail' | 'cut';
  /** Asked before each redirect is followed. If it says false, the redirect itself is the result. */
  readonly follow?: (hop: Hop) => boolean | Promise<boolean>;
  readonly signal?: AbortSignal;
}

/** A complete answer of any status: 404, 500 and 304 are results too. */
export interface FetchResult {
  readonly requestedUrl: string;
  /** After redirects. */
  readonly url: string;
  /** Every request that was answered, including the last. */
  readonly hops: readonly Hop[];
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** The answer of the server, if `body` is the page after its scripts ran. */
  readonly source?: FetchResult;
  /** Decoded. It does not share its buffer, so it can be transferred to another thread. */
  readonly body: Uint8Array;
  /** True if `whenTooLarge` was `cut` and there was more. */
  readonly cut: boolean;
  /** The size of the body before decoding. */
  readonly wireBytes: number;
  /** Null for other protocols. */
  readonly httpVersion: '1.1' | '2' | null;
  /** The address of the server, or of the proxy; null if there was no connection. */
  readonly remoteAddress: string | null;
  /** What the server asked for with `Retry-After`, or null. */
  readonly retryAfterMs: number | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

export interface HttpOptions {
  readonly egress: Egress;
  /** See `honestUserAgent`. */
  readonly userAgent: string;
  readonly limits?: Partial<HttpLimits>;
  /** Default true: HTTP/2 where the server offers it. */
  readonly allowHttp2?: boolean;
  /** Default 64. The engine decides how many are used at a time. */
  readonly connectionsPerOrigin?: number;
  /** How long an idle connection is kept, unless the server says less. Default 30 s. */
  readonly keepAliveMs?: number;
  /** Default: no limit. */
  readonly bandwidth?: Bandwidth;
  /** Monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/** The limits of one exchange. Each stops a server that would otherwise never end. */
export interface HttpLimits {
  /** From sending the request to the last header of the answer. Default 30 s. */
  readonly headersTimeoutMs: number;
  /** For everything, including redirects and waiting for a connection. Default 5 min. */
  readonly totalTimeoutMs: number;
  /** A slower body, measured over `rateWindowMs`, is given up. Default 64 bytes a second. */
  readonly minBytesPerSecond: number;
  /** Default 15 s. */
  readonly rateWindowMs: number;
  /** All headers of an answer together. Default 64 KiB. */
  readonly maxHeaderBytes: number;
  /** A body on the wire, and again after decoding. Default 32 MiB. */
  readonly maxBytes: number;
  /** How many times larger decoding may make a body of more than 1 MiB. Default 250. */
  readonly maxExpansion: number;
  /** Default 10. */
  readonly maxRedirects: number;
}

export const defaultHttpLimits: HttpLimits = Object.freeze({
  headersTimeoutMs: 30_000,
  totalTimeoutMs: 300_000,
  minBytesPerSecond: 64,
  rateWindowMs: 15_000,
  maxHeaderBytes: 64 * 1024,
  maxBytes: 32 * 1024 * 1024,
  maxExpansion: 250,
  maxRedirects: 10,
});

/**
 * How Tidemark introduces itself, so that a site's owner knows who visits and whom to ask: `Tidemark/1.2 (+https://…)`.
 * `contact` is a URL or a mail address; an empty one is left out.
 */
export function honestUserAgent(version: string, contact: string): string {
  const printable = contact.replace(/[^\x20-\x7e]|[()]/g, '').trim();
  return printable === '' ? `Tidemark/${version}` : `Tidemark/${version} (+${printable})`;
}

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

interface HeaderParts {
  readonly cookie: string | null;
  readonly authorization: string | null;
  readonly token: SessionToken | null;
  readonly proxyAuthorization: string | null;
  /** Those that are sent to this URL: see `headersAfterRedirect`. */
  readonly callerHeaders: CallerHeaders | undefined;
}

/** Builds the headers of requests, as a list in which names and values alternate. */
export class RequestHeaders {
  readonly #usual: readonly string[];

  constructor(userAgent: string) {
    this.#usual = ['user-agent', userAgent, 'accept', accept, 'accept-encoding', acceptedEncodings];
  }

  write(request: FetchRequest, url: URL, parts: HeaderParts): readonly string[] {
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
    const headers = [...this.#usual];
    const set = (name: string, value: string | null | undefined) => {
      if (value === null || value === undefined) return;
      let at = 0;
      while (at < headers.length && headers[at] !== name) at += 2;
      headers[at] = name;
      headers[at + 1] = value;
    };
    // The beginning of an encoded body cannot be decoded.
    if (!wantsWhole) set('accept-encoding', 'identity');
    if (conditional !== undefined && (conditional.url ?? request.url) === url.href) {
      set('if-none-match', conditional.etag);
      set('if-modified-since', conditional.lastModified);
    }
    set('cookie', cookie);
    set('authorization', authorization);
    if (token !== null) set(token.header.toLowerCase(), token.value);
    for (const [name, value] of Object.entries(callerHeaders ?? {})) set(name.toLowerCase(), value);
    set('proxy-authorization', proxyAuthorization);
    return headers;
  }
}
