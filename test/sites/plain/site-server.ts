import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type LoopbackServer, listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';

/** A request as the server saw it. Times in milliseconds of one clock. */
export interface SeenRequest {
  /** With the port when the request named one. */
  readonly host: string;
  readonly method: string;
  /** What was posted; empty otherwise. */
  readonly body: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly at: number;
}

/** Answers one request; may keep it waiting, or break it off by destroying the socket. */
export type Answering = (request: SeenRequest, response: ServerResponse) => void;

/** A web server on loopback that remembers what it was asked. */
export interface SiteServer extends LoopbackServer {
  /** In order of arrival. */
  readonly requests: readonly SeenRequest[];
  /** What was asked for, without robots.txt. */
  pages(): readonly string[];
  /** The most requests that were under way at the same moment. */
  mostAtOnce(): number;
  forget(): void;
}

/** Serves what `answering` says, on a free port if none is given. Takes absolute addresses too, so that it can stand in for a proxy in front of any host. */
export async function serveSite(answering: Answering, port = 0): Promise<SiteServer> {
  const requests: SeenRequest[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const answer = (incoming: IncomingMessage, response: ServerResponse, body: string) => {
    const { host, target } = askedFor(incoming);
    const { headers, method = 'GET' } = incoming;
    const request = { host, target, method, body, headers, at: performance.now() };
    requests.push(request);
    atOnce++;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    // The client may see the end of an answer before we hear that it was sent.
    let open = true;
    const end = () => {
      if (open) atOnce--;
      open = false;
    };
    const endAnswer = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = ((...given: unknown[]) => {
      end();
      return endAnswer(...given);
    }) as ServerResponse['end'];
    response.on('close', end);
    answering(request, response);
  };
  const server = createServer((incoming, response) => {
    if (incoming.method !== 'POST') return answer(incoming, response, '');
    void text(incoming).then((body) => answer(incoming, response, body));
  });
  return {
    ...(await listenOnLoopback(server, port)),
    requests,
    pages: () => requests.map(({ target }) => target).filter((target) => target !== '/robots.txt'),
    mostAtOnce: () => mostAtOnce,
    forget: () => {
      requests.length = 0;
      mostAtOnce = 0;
    },
  };
}

function askedFor({ url = '', headers }: IncomingMessage): { host: string; target: string } {
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/s.exec(url);
  if (absolute === null) return { host: headers.host ?? '', target: url };
  return { host: absolute[1] ?? '', target: absolute[2] ?? '' };
}

/** A page of links, for sites that a test writes in a line. */
export function linkPage(...hrefs: readonly string[]): string {
  return `<!doctype html><title>links</title>${hrefs.map((href) => `<a href="${href}">${href}</a>`).join('\n')}`;
}

/** Answers from a table of targets; a text is an HTML page; what is not in it is 404. */
export function pagesOf(
  table: Readonly<Record<string, string | ((response: ServerResponse, request: SeenRequest) => void)>>,
): Answering {
  return (request, response) => {
    const found = table[request.target];
    if (typeof found === 'function') return found(response, request);
    if (found === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('not here');
      return;
    }
    const type = request.target === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type, 'content-length': String(Buffer.byteLength(found)) });
    response.end(found);
  };
}
