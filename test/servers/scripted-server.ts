import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TestCertificate } from './certificates.ts';

/** A request as received, with the socket to answer on in any way, right or wrong. */
export interface ScriptedRequest {
  readonly method: string;
  readonly target: string;
  readonly head: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly socket: Socket;
  /** The number of the request, counted from 0. */
  readonly index: number;
}

export interface ScriptedServer {
  readonly port: number;
  readonly origin: string;
  /** All requests so far, in order. */
  readonly requests: readonly ScriptedRequest[];
  /** How many connections were opened. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

export interface ScriptedOptions {
  readonly host?: string;
  readonly tls?: TestCertificate;
  /** Sent on connecting; null closes the connection at once. */
  readonly greeting?: string | null;
}

/**
 * A server on loopback that writes exactly the bytes that its script says, without a library that repairs them. The
 * script is called for each request. Bodies of requests are not supported.
 */
export async function scriptedServer(
  script: (request: ScriptedRequest) => void,
  options: ScriptedOptions = {},
): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  const talk = (socket: Socket) => {
    opened++;
    sockets.add(socket);
    let pending = '';
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (options.greeting === null) socket.destroy();
    else if (options.greeting !== undefined) socket.write(options.greeting);
    socket.on('data', (chunk: Buffer) => {
      pending += chunk.toString('latin1');
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const request = parse(pending.slice(0, end), socket, requests.length);
        pending = pending.slice(end + 4);
        requests.push(request);
        script(request);
      }
    });
  };
  const server: Server =
    options.tls === undefined ? createServer(talk) : createTlsServer({ ...options.tls }, talk);
  const host = options.host ?? '127.0.0.1';
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    port,
    origin: `${options.tls === undefined ? 'http' : 'https'}://${host}:${port}`,
    requests,
    connections: () => opened,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A complete answer with the right length. */
export function answer(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body: string | Buffer = '',
): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ ...headers, 'Content-Length': String(bytes.length) });
  const head = [`HTTP/1.1 ${status} Scripted`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), bytes]);
}

function parse(head: string, socket: Socket, index: number): ScriptedRequest {
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { method, target, head, headers, socket, index };
}
