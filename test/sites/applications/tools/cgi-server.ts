import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Place, RunningServer } from '../application.ts';

export interface CgiProgram {
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A web server that runs one CGI program for every request, at the time of the place. */
export async function startCgi(place: Place, cgi: CgiProgram): Promise<RunningServer> {
  const server = createServer((asked, answer) => serve(place, cgi, asked, answer)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function serve(place: Place, cgi: CgiProgram, asked: IncomingMessage, answer: ServerResponse): void {
  const [path = '/', ...query] = (asked.url ?? '/').split('?');
  const { host = '' } = asked.headers;
  const child = spawn(cgi.program, [], {
    env: {
      ...place.clock.environment(),
      GATEWAY_INTERFACE: 'CGI/1.1',
      SERVER_PROTOCOL: 'HTTP/1.1',
      REQUEST_METHOD: asked.method,
      REQUEST_URI: asked.url,
      SCRIPT_NAME: '',
      PATH_INFO: decodeURIComponent(path),
      QUERY_STRING: query.join('?'),
      HTTP_HOST: host,
      SERVER_NAME: host.split(':')[0],
      SERVER_PORT: host.split(':')[1] ?? '80',
      HTTP_IF_MODIFIED_SINCE: asked.headers['if-modified-since'] ?? '',
      HTTP_IF_NONE_MATCH: asked.headers['if-none-match'] ?? '',
      ...cgi.environment,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.once('error', () => answer.writeHead(502).end());
  child.once('close', () => send(Buffer.concat(parts), place.clock.now(), answer));
}

function send(output: Buffer, now: Date, answer: ServerResponse): void {
  const end = /\r?\n\r?\n/.exec(output.toString('latin1'));
  if (end === null) {
    answer.writeHead(500).end();
    return;
  }
  let status = 200;
  // Node would tell the true time.
  answer.setHeader('Date', now.toUTCString());
  for (const line of output.toString('latin1', 0, end.index).split(/\r?\n/)) {
    const [name = '', ...value] = line.split(':');
    if (/^status$/i.test(name)) status = Number.parseInt(value.join(':'), 10);
    else answer.appendHeader(name, value.join(':').trim());
  }
  answer.writeHead(status).end(output.subarray(end.index + end[0].length));
}
