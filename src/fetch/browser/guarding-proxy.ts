import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Egress } from '../egress/egress.ts';
import { FetchError } from '../errors.ts';

/** Headers for the proxy, not for the site. */
const hopHeaders = new Set(['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive']);

const reads = /^(?:GET|HEAD|OPTIONS|TRACE)$/;

/**
 * A proxy on the loopback interface through which all traffic of a browser goes, so that the egress guard decides about each
 * connection. Only those who know its password may use it.
 */
export class GuardingProxy {
  readonly username = 'tidemark';
  readonly password = randomBytes(24).toString('base64url');
  readonly #egress: Egress;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  /** Visitors whose changing requests are refused, by their user names. */
  readonly #holding = new Map<string, (method: string, url: string) => boolean>();

  private constructor(egress: Egress) {
    this.#egress = egress;
    this.#server = createServer((message, response) => void this.#forward(message, response));
    this.#server.on(
      'connect',
      (message, socket: Duplex, head: Buffer) => void this.#tunnel(message, socket, head),
    );
    this.#server.on('connection', (socket) => this.#keep(socket));
  }

  static async start(egress: Egress): Promise<GuardingProxy> {
    const proxy = new GuardingProxy(egress);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** A user name for a visitor whose changing requests are refused: those that may pass arrive through a tunnel, which is not looked into. `isHeld` is asked about each. */
  holdChanges(isHeld: (method: string, url: string) => boolean): string {
    const username = `${this.username}-${randomBytes(6).toString('hex')}`;
    this.#holding.set(username, isHeld);
    return username;
  }

  /** The visitor has left. */
  forget(username: string): void {
    this.#holding.delete(username);
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // The other end went away; its reader sees the end of the stream.
    socket.on('error', () => socket.destroy());
  }

  /** `CONNECT host:port`: TLS and web sockets. The contents are not inspected. */
  async #tunnel(message: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (this.#visitorOf(message) === null) return refuse(socket, 407);
    const target = URL.parse(`http://${message.url ?? ''}`);
    if (target === null) return refuse(socket, 400);
    try {
      const site = await this.#connect(target, Number(/:(\d+)$/.exec(message.url ?? '')?.[1] ?? 443));
      if (socket.destroyed) return void site.destroy();
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      if (head.length > 0) site.write(head);
      site.pipe(socket).pipe(site);
      socket.once('close', () => site.destroy());
      site.once('close', () => socket.destroy());
    } catch (error) {
      refuse(socket, statusOf(error));
    }
  }

  /** A request with a whole `http://` URL. */
  async #forward(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const visitor = this.#visitorOf(message);
    if (visitor === null)
      return void response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="Tidemark"' }).end();
    const target = URL.parse(message.url ?? '');
    if (target?.protocol !== 'http:') return void response.writeHead(400).end();
    const { method = 'GET' } = message;
    const isHeld = this.#holding.get(visitor);
    if (isHeld !== undefined && !reads.test(method) && isHeld(method, target.href))
      return void response.writeHead(204).end();
    try {
      const site = await this.#connect(target, Number(target.port || 80));
      const asked = request({
        createConnection: () => site,
        method: message.method,
        path: `${target.pathname}${target.search}`,
        headers: siteHeaders(message),
        setHost: false,
      });
      asked.once('response', (answer) => passOn(answer, response));
      asked.once('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
      response.once('close', () => site.destroy());
      message.pipe(asked);
    } catch (error) {
      response.writeHead(statusOf(error)).end();
    }
  }

  async #connect({ hostname }: URL, port: number): Promise<Socket> {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const { socket } = await this.#egress.connect({ host, port });
    this.#keep(socket);
    return socket;
  }

  /** The user name of a visitor of this browser; null for others. */
  #visitorOf({ headers }: IncomingMessage): string | null {
    const given = headers['proxy-authorization'] ?? '';
    const username =
      Buffer.from(given.replace(/^Basic /, ''), 'base64')
        .toString()
        .split(':')[0] ?? '';
    if (username !== this.username && !this.#holding.has(username)) return null;
    const expected = Buffer.from(`Basic ${btoa(`${username}:${this.password}`)}`);
    const bytes = Buffer.from(given);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? username : null;
  }
}

/** A site may send what HTTP does not allow: a status of 42, a header that cannot be written. The browser then gets 502. */
function passOn(answer: IncomingMessage, response: ServerResponse): void {
  try {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
  } catch {
    answer.destroy();
    response.writeHead(502).end();
    return;
  }
  answer.once('error', () => response.destroy());
  answer.pipe(response);
}

/** 403 for what the guard forbids, 502 for a site that cannot be reached. */
function statusOf(error: unknown): number {
  return error instanceof FetchError && error.code === 'FETCH_FORBIDDEN_ADDRESS' ? 403 : 502;
}

function refuse(socket: Duplex, status: number): void {
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="Tidemark"\r\n' : '';
  socket.end(`HTTP/1.1 ${status} Refused\r\n${challenge}Content-Length: 0\r\n\r\n`);
}

function siteHeaders({ rawHeaders }: IncomingMessage): readonly string[] {
  const kept: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    if (!hopHeaders.has(name.toLowerCase())) kept.push(name, value);
  }
  return [...kept, 'Connection', 'close'];
}
