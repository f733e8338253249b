import { FetchError } from '../errors.ts';

interface RedirectedRequest {
  readonly url: URL;
  readonly method: string;
  readonly hasBody: boolean;
}

/** What to request next. */
interface RedirectTarget {
  readonly url: URL;
  readonly method: string;
  readonly keepsBody: boolean;
  readonly sameOrigin: boolean;
}

/** Whether a status is a redirect. 300 and 305 are not followed, and 304 is an answer. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * Where a redirect leads (RFC 9110, section 15.4), with the method that browsers use: a POST becomes a GET after 301,
 * 302 and 303. Only http and https are followed: a server must not make us read our disk or use other protocols.
 */
export function followRedirect(from: RedirectedRequest, status: number, location: string): RedirectTarget {
  const url = URL.parse(decodeLocation(location), from.url.href);
  if (url === null) {
    throw new FetchError(
      'FETCH_REDIRECT_INVALID',
      `redirected to "${shorten(location)}", which is not a URL`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchError('FETCH_REDIRECT_SCHEME', `redirected to ${url.protocol} (${shorten(url.href)})`);
  }
  // A server must not choose the credentials that we send elsewhere.
  url.username = '';
  url.password = '';
  if (url.hash === '') url.hash = from.url.hash;
  const sameOrigin = url.origin === from.url.origin;
  const becomesGet =
    (status === 303 && from.method !== 'HEAD') ||
    ((status === 301 || status === 302) && from.method === 'POST');
  const keepsBody = from.hasBody && !becomesGet;
  if (keepsBody && !sameOrigin) {
    // The content of a form (perhaps a password) is meant only for the site it was filled in for.
    throw new FetchError('FETCH_REDIRECT_BODY', `redirected to ${url.origin} with the content of the form`);
  }
  return { url, method: becomesGet ? 'GET' : from.method, keepsBody, sameOrigin };
}

/** Detects chains of redirects that never end. */
export class RedirectLoopGuard {
  readonly #seen = new Set<string>();

  /** Throws FETCH_REDIRECT_LOOP. A URL may occur twice with different cookies: many sites set a cookie and redirect back. */
  check({ url, method }: Pick<RedirectedRequest, 'url' | 'method'>, cookie: string | null): void {
    const key = `${method} ${url.href} ${cookie}`;
    if (this.#seen.has(key)) throw new FetchError('FETCH_REDIRECT_LOOP', 'the redirects form a loop');
    this.#seen.add(key);
  }
}

/** Headers that the caller of a fetch wants to send besides our own. */
export type CallerHeaders = Readonly<Record<string, string>>;

/**
 * The "request-body-header names" of the Fetch standard, and the length, which browsers never let a caller set.
 */
const bodyHeaders = new Set([
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
]);

/**
 * Headers that are sent to any origin: `Accept` and `Accept-Language`, which the Fetch standard lets a page send anywhere
 * ("CORS-safelisted request-header"), and the headers that our own requests have anyway.
 *
 * This is a list of headers to send, not of headers to drop: such lists miss headers like `X-Api-Key`, and have grown through security advisories. A
 * header given for a site is for that site only.
 */
const forAnyOrigin = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);

/** The caller's headers that are still sent after a redirect. Those dropped stay dropped for the rest of the chain. */
export function headersAfterRedirect(
  headers: CallerHeaders,
  { sameOrigin, dropsBody }: { readonly sameOrigin: boolean; readonly dropsBody: boolean },
): CallerHeaders {
  const isKept = (name: string) =>
    (sameOrigin || forAnyOrigin.has(name)) && !(dropsBody && bodyHeaders.has(name));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name.toLowerCase())));
}

/** Decodes a Location header. Headers are bytes; in practice those beyond ASCII are UTF-8, and browsers decode them so. */
function decodeLocation(location: string): string {
  const text = Buffer.from(location, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? location : text;
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}...`;
}
