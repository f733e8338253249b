import type { Hop } from '../errors.ts';
import type { HttpSession } from './http-session.ts';
import type { CallerHeaders } from './redirect.ts';
import type { ResponseHeaders } from './response-headers.ts';

export interface FetchRequest {
  readonly url: string;
  /** Default GET. */
  readonly method?: string;
  /** Sent besides our own, and instead of those with the same name. Few of them leave the origin: see `redirect.ts`. */
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
  /** What the server sent, where the body is what the scripts of the page made of it. */
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
