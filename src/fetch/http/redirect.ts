import { FetchError } from '../errors.ts';

/** What is asked for at the next hop. */
export interface NextRequest {
  readonly url: URL;
  readonly method: string;
  readonly keepsBody: boolean;
  readonly sameOrigin: boolean;
}

export interface RedirectedRequest {
  readonly url: URL;
  readonly method: string;
  readonly hasBody: boolean;
}

/** Statuses that send elsewhere. 300 and 305 do not, 304 is an answer. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * Where a redirect leads (RFC 9110, section 15.4), with the method that browsers settled on: a POST becomes a GET after
 * 301, 302 and 303. Only http and https are followed; a server has no say over our disk or other protocols.
 */
export function followRedirect(from: RedirectedRequest, status: number, location: string): NextRequest {
  const url = URL.parse(decodeLocation(location), from.url.href);
  if (url === null) {
    throw new FetchError('FETCH_REDIRECT_INVALID', `redirected to "${shorten(location)}", which is no URL`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchError('FETCH_REDIRECT_SCHEME', `redirected to ${url.protocol} (${shorten(url.href)})`);
  }
  // A server must not choose the log-in that we use elsewhere.
  url.username = '';
  url.password = '';
  if (url.hash === '') url.hash = from.url.hash;
  const sameOrigin = url.origin === from.url.origin;
  const becomesGet =
    (status === 303 && from.method !== 'HEAD') ||
    ((status === 301 || status === 302) && from.method === 'POST');
  const keepsBody = from.hasBody && !becomesGet;
  if (keepsBody && !sameOrigin) {
    // What a form holds (a password, perhaps) was meant for the site it was filled in for.
    throw new FetchError('FETCH_REDIRECT_BODY', `redirected with the form's content to ${url.origin}`);
  }
  return { url, method: becomesGet ? 'GET' : from.method, keepsBody, sameOrigin };
}

/** Headers are bytes. What is not ASCII is UTF-8 in practice, as browsers take it. */
function decodeLocation(location: string): string {
  const text = Buffer.from(location, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? location : text;
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}...`;
}
