import { type ErrorTable, TidemarkError } from '../base/index.ts';

export const fetchErrors = {
  FETCH_URL_INVALID: 'skip',
  FETCH_REQUEST_INVALID: 'stop',
  FETCH_SETTINGS_INVALID: 'stop',
  FETCH_FORBIDDEN_ADDRESS: 'skip',
  FETCH_DNS: 'retry',
  FETCH_REFUSED: 'retry',
  FETCH_TLS: 'skip',
  FETCH_PROXY: 'retry',
  FETCH_PROXY_AUTH: 'stop',
  FETCH_TIMEOUT_CONNECT: 'retry',
  FETCH_TIMEOUT_HEADERS: 'retry',
  FETCH_TIMEOUT_TOTAL: 'retry',
  FETCH_TOO_SLOW: 'retry',
  FETCH_TOO_LARGE: 'skip',
  FETCH_HEADERS_TOO_LARGE: 'skip',
  FETCH_DECOMPRESSION: 'skip',
  FETCH_CLOSED: 'retry',
  FETCH_INCOMPLETE: 'retry',
  FETCH_PROTOCOL: 'retry',
  FETCH_REDIRECT_LOOP: 'skip',
  FETCH_REDIRECT_LIMIT: 'skip',
  FETCH_REDIRECT_SCHEME: 'skip',
  FETCH_REDIRECT_INVALID: 'skip',
  FETCH_REDIRECT_BODY: 'skip',
  FETCH_SCHEME_UNKNOWN: 'stop',
  FETCH_LOGIN: 'stop',
  FETCH_KEY_INVALID: 'stop',
  FETCH_HOST_KEY_UNKNOWN: 'stop',
  FETCH_HOST_KEY_CHANGED: 'stop',
  FETCH_DATA_HOST: 'skip',
  FETCH_NOT_FOUND: 'skip',
  FETCH_PERMISSION: 'skip',
  FETCH_UNAVAILABLE: 'skip',
  FETCH_OUTSIDE_ROOT: 'skip',
  FETCH_LISTING_UNREADABLE: 'skip',
  FETCH_LISTING_TOO_LARGE: 'skip',
  FETCH_NAME_INVALID: 'skip',
  FETCH_LINK_LOOP: 'skip',
  FETCH_TOO_DEEP: 'skip',
  FETCH_MAIL_REFUSED: 'skip',
  FETCH_MAIL_DEFERRED: 'retry',
  FETCH_BROWSER_MISSING: 'stop',
  FETCH_BROWSER_FAILED: 'stop',
  FETCH_RENDERING_FAILED: 'skip',
  FETCH_ABORTED: 'stop',
  FETCH_FAILED: 'retry',
} as const satisfies ErrorTable;

export type FetchErrorCode = keyof typeof fetchErrors;

/** One answered request of a chain of redirects. */
export interface Hop {
  readonly url: string;
  readonly status: number;
  /** The `Location` header made absolute; null for the answer that ends the chain. */
  readonly location: string | null;
}

/** Where a failure happened, as far as it is known. */
interface FailurePlace {
  readonly url?: string;
  readonly hops?: readonly Hop[];
  readonly cause?: unknown;
}

/** There is no answer, or one that must not be taken for content. */
export class FetchError extends TidemarkError {
  declare readonly code: FetchErrorCode;
  /** The URL that failed: the last one of a chain of redirects. Empty if nothing was requested yet. */
  readonly url: string;
  /** The redirects that were followed before the failure. */
  readonly hops: readonly Hop[];

  constructor(code: FetchErrorCode, message: string, place: FailurePlace = {}) {
    super(code, fetchErrors[code], message, place.cause);
    this.url = place.url ?? '';
    this.hops = place.hops ?? [];
  }
}

/** The code that Node or a library gives its errors, such as `ECONNRESET`; empty if there is none. */
export function systemCode(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Text from a server, safe to show in a message: one line of printable ASCII, at most 200 characters. */
export function shownText(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200);
}
