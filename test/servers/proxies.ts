import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TestProxy {
  readonly port: number;
  /** The first line of every request, or `socks5 host:port`. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

export interface TestProxyOptions {
  /** `user:password`, if the proxy demands a log-in. */
  readonly login?: string;
  /** Where all connections go, since tests resolve no names. */
  readonly route: { readonly host: string; readonly port: number };
  /** Answers every request with this status instead of serving it. */
  readonly refuse?: number;
  /** The address in the answer of a SOCKS proxy: its kind, then its bytes. Default 127.0.0.1. */
  readonly boundAddress?: readonly number[];
}

/** An HTTP proxy: tunnels by CONNECT, and forwards plain requests with absolute URLs. */
export async function httpProxy(options: TestProxyOptions): Promise<TestProxy> {
  const asked: string[] = [];
  const expected =
    options.login === undefined
      ? null
      : `basic ${Buffer.from(options.login).toString('base64')}`.toLowerCase();
  return await listen(asked, (socket) => {
    let head = '';
    const onData = (chunk: Buffer) => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', onData);
      const [line = ''] = head.split('\r\n');
      asked.push(line);
      const given = /^proxy-authorization: (.*)\r$/im.exec(head)?.[1]?.toLowerCase() ?? null;
      if (given !== expected) return refuse(socket, 407);
      if (options.refuse !== undefined) return refuse(socket, options.refuse);
      const upstream = connect(options.route.port, options.route.host, () => {
        if (line.startsWith('CONNECT ')) socket.write('HTTP/1.1 200 Tunnel\r\nVia: test\r\n\r\n');
        else upstream.write(head, 'latin1');
        join(socket, upstream);
      });
      upstream.on('error', () => socket.destroy());
    };
    socket.on('data', onData);
  });
}

/** A SOCKS5 proxy (RFC 1928). `refuse` is its reply code here. */
export async function socks5Proxy(options: TestProxyOptions): Promise<TestProxy> {
  const asked: string[] = [];
  return await listen(asked, (socket) => {
    let pending = Buffer.alloc(0);
    let stage: 'greeting' | 'login' | 'request' | 'done' = 'greeting';
    socket.on('data', (chunk: Buffer) => {
      if (stage === 'done') return;
      pending = Buffer.concat([pending, chunk]);
      if (stage === 'greeting' && pending.length >= 3) {
        const wanted = options.login === undefined ? 0 : 2;
        const offered = pending[2];
        pending = pending.subarray(3);
        stage = wanted === 2 ? 'login' : 'request';
        socket.write(Buffer.from([5, offered === wanted ? wanted : 255]));
      } else if (stage === 'login') {
        const nameLength = pending[1] ?? 0;
        const name = pending.subarray(2, 2 + nameLength).toString();
        const password = pending.subarray(3 + nameLength).toString();
        pending = Buffer.alloc(0);
        stage = 'request';
        socket.write(Buffer.from([1, `${name}:${password}` === options.login ? 0 : 1]));
      } else if (stage === 'request') {
        stage = 'done';
        asked.push(`socks5 ${destination(pending)}`);
        if (options.refuse !== undefined) {
          socket.end(Buffer.from([5, options.refuse, 0, 1, 0, 0, 0, 0, 0, 0]));
          return;
        }
        const upstream = connect(options.route.port, options.route.host, () => {
          socket.write(Buffer.from([5, 0, 0, ...(options.boundAddress ?? [1, 127, 0, 0, 1]), 0, 80]));
          join(socket, upstream);
        });
        upstream.on('error', () => socket.destroy());
      }
    });
  });
}

function destination(request: Buffer): string {
  const kind = request[3];
  if (kind === 1) return `${[...request.subarray(4, 8)].join('.')}:${request.readUInt16BE(8)}`;
  if (kind === 4) return `[${request.subarray(4, 20).toString('hex')}]:${request.readUInt16BE(20)}`;
  const length = request[4] ?? 0;
  return `${request.subarray(5, 5 + length).toString()}:${request.readUInt16BE(5 + length)}`;
}

function refuse(socket: Socket, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\n\r\n`);
}

function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  one.once('close', () => other.destroy());
  other.once('close', () => one.destroy());
}

async function listen(asked: readonly string[], talk: (socket: Socket) => void): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
