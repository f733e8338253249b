import type { Redactor } from '../../access/index.ts';
import type { FetchResult, PageFetcher } from '../../fetch/index.ts';

type Headers = FetchResult['headers'];

/** Headers that identify a session. Request headers (`Cookie`, `Authorization`) are never stored. */
const sessionHeader =
  /^(?:set-cookie2?|authorization|cookie|proxy-authorization|authentication-info|(?:x-)?(?:csrf|xsrf|auth)-?token)$/i;

/**
 * Makes answers safe to store. It removes the values of session headers (cookies keep their names and attributes) and the
 * project's secrets anywhere in headers or body. All visits go through here, so that they can be compared; the session has
 * read its cookies before.
 */
export function withoutSecrets(fetcher: PageFetcher, redactor: Redactor): PageFetcher {
  return {
    fetch: async (request) => {
      const answer = await fetcher.fetch(request);
      return {
        ...answer,
        headers: keptHeaders(answer.headers, redactor),
        body: redactor.bytes(answer.body),
      };
    },
  };
}

export function keptHeaders(headers: Headers, redactor: Redactor): Headers {
  const kept = (name: string, value: string): string =>
    sessionHeader.test(name) ? withoutValue(name, value) : redactor.text(value);
  return {
    get: (name) => {
      const value = headers.get(name);
      return value === null ? null : kept(name, value);
    },
    all: (name) => headers.all(name).map((value) => kept(name, value)),
    list: () => headers.list().map(([name, value]) => [name, kept(name, value)] as const),
  };
}

/** `sid=abc; Path=/` becomes `sid=[secret]; Path=/`. */
function withoutValue(name: string, value: string): string {
  return /^set-cookie/i.test(name) ? value.replace(/^([^=;]*)=[^;]*/, '$1=[secret]') : '[secret]';
}
