import type { Hop } from '../errors.ts';
import type { HttpSession } from './http-session.ts';
import type { ResponseHeaders } from './response-headers.ts';

export interface FetchRequest {
  readonly url: string;
  /** Default GET. */
  readonly method?: string;
  /** Sent besides our own and instead of those of the same name; few of them leave the origin: see `given-headers.ts`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly session: HttpSession;
  /** What is known of the page. Sent only to `url` (default: the request's), where the validators came from. */
  readonly conditional?: { readonly etag?: string; readonly lastModified?: string; readonly url?: string };
  /** Instead of the fetcher's limit. */
  readonly maxBytes?: number;
  /** `cut` gives the beginning of a body that is too large (robots.txt, RFC 9309). Default `fail`. */
  readonly whenTooLarge?: 'fail' | 'cut';
  /** Asked before each redirect is followed. With false the redirect itself is the result. */
  readonly follow?: (hop: Hop) => boolean | Promise<boolean>;
  readonly signal?: AbortSignal;
}

/** A complete answer of any status: 404, 500 and 304 are results too. */
export interface FetchResult {
  readonly requestedUrl: string;
  /** After redirects. */
  readonly url: string;
  /** Every request that was answered, the last one included. */
  readonly hops: readonly Hop[];
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Decoded. It does not share its buffer, so that it may be handed to another thread. */
  readonly body: Uint8Array;
  /** True when `whenTooLarge` was `cut` and there was more. */
  readonly cut: boolean;
  /** The size of the body before decoding. */
  readonly wireBytes: number;
  /** Null where another protocol answered. */
  readonly httpVersion: '1.1' | '2' | null;
  /** The address that answered, or the proxy's; null when there was no connection. */
  readonly remoteAddress: string | null;
  /** What the server asked for with `Retry-After`, or null. */
  readonly retryAfterMs: number | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}
