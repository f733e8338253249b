import type { Redactor } from '../../access/index.ts';
import type { FetchResult, PageFetcher } from '../../fetch/index.ts';

type Headers = FetchResult['headers'];

/** They carry what a session is made of. What is sent (`Cookie`, `Authorization`) is kept nowhere. */
const ofTheSession =
  /^(?:set-cookie2?|authorization|cookie|proxy-authorization|authentication-info|(?:x-)?(?:csrf|xsrf|auth)-?token)$/i;

/**
 * Answers to a member that may be kept. Values of session headers are taken out (cookies keep their names and
 * attributes), and so are the project's secrets, wherever they stand in headers or body. Each visit goes through here,
 * so that visits compare; the session itself has read its cookies before.
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
    ofTheSession.test(name) ? withoutValue(name, value) : redactor.text(value);
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
