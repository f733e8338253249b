import type { ServerResponse } from 'node:http';
import type { Failure } from './state.ts';

/** What the server sends back. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the connection breaks before the whole body is sent. */
  readonly isCutOff?: boolean;
}

export const reply = (status: number, type: string, body: string): Reply => ({
  status,
  headers: { 'content-type': type },
  body,
});

export const redirect = (status: number, location: string): Reply => ({
  status,
  headers: { location },
  body: '',
});

const html = (status: number, body: string): Reply => reply(status, 'text/html; charset=utf-8', body);

export const notFound = (status: 404 | 410): Reply =>
  html(status, '<title>Nothing here</title><p>There is no such page.');

/** An answer that says nothing about the page itself. */
export function failureReply(how: Failure): Reply {
  switch (how) {
    case 'status 500':
      return html(500, '<title>Error</title><h1>Internal server error</h1>');
    case 'status 403':
      return html(403, '<title>Forbidden</title><h1>Forbidden</h1>');
    case 'log-in wall':
      return html(
        200,
        '<title>Log in</title><h1>Log in</h1><form method="post"><p>Please log in to continue.<input name="user"><input type="password" name="password"><button>Log in</button></form>',
      );
    case 'soft 404':
      return html(
        200,
        '<title>Page not found</title><h1>Page not found</h1><p>The page you requested could not be found.',
      );
    case 'captcha':
      return html(
        200,
        '<title>Security check</title><p>Please confirm that you are not a robot.<form><input name="answer"></form>',
      );
    case 'cut off':
      return { ...html(200, '<title>A page</title><p>It begins well, and then'), isCutOff: true };
  }
}

export function send({ status, headers, body, isCutOff = false }: Reply, response: ServerResponse): void {
  const length = Buffer.byteLength(body) + (isCutOff ? 1000 : 0);
  response.writeHead(status, status === 304 ? headers : { ...headers, 'content-length': String(length) });
  if (isCutOff) response.write(body, () => response.destroy());
  else response.end(body);
}
