import type { FetchResult, RenderedPage, ResponseHeaders } from '../../fetch/index.ts';

/** Whether a browser can show it. */
export function isHtmlAnswer({ headers, url }: FetchResult): boolean {
  return (
    /^https?:/.test(url) &&
    /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '')
  );
}

/** The answer of the server with what a browser made of its body. */
export function htmlAnswer(answer: FetchResult, { html, url }: RenderedPage): FetchResult {
  return {
    ...answer,
    source: answer,
    url: isSameSite(url, answer.url) ? url : answer.url,
    headers: withHeader(answer.headers, 'content-type', 'text/html; charset=utf-8'),
    body: Uint8Array.from(Buffer.from(html)),
  };
}

/** A page whose script opens another one in its place, as a redirect. */
export function redirectAnswer(answer: FetchResult, target: string): FetchResult {
  return {
    ...answer,
    source: answer,
    status: 302,
    headers: withHeader(answer.headers, 'location', target),
    body: new Uint8Array(),
  };
}

/** Scripts change the address within their site only; anything else was not the page that was asked for. */
function isSameSite(url: string, other: string): boolean {
  return URL.parse(url)?.origin === URL.parse(other)?.origin;
}

function withHeader(headers: ResponseHeaders, name: string, value: string): ResponseHeaders {
  return {
    get: (asked) => (asked.toLowerCase() === name ? value : headers.get(asked)),
    all: (asked) => (asked.toLowerCase() === name ? [value] : headers.all(asked)),
    list: () => [...headers.list().filter(([other]) => other.toLowerCase() !== name), [name, value]],
  };
}
