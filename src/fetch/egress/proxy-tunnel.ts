import { isIP, isIPv6, type Socket } from 'node:net';
import { FetchError } from '../errors.ts';
import type { ProxySettings } from './egress-policy.ts';
import { parseAddress } from './special-addresses.ts';

interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

const maxAnswerBytes = 16 * 1024;

/** Asks an HTTP proxy for a tunnel (RFC 9110, section 9.3.6). Afterwards the socket leads to the target. */
export async function httpTunnel(socket: Socket, target: TunnelTarget, proxy: ProxySettings): Promise<void> {
  const authority = `${isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`;
  const authorization = proxyAuthorization(proxy);
  socket.write(
    `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n` +
      `${authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`}\r\n`,
  );
  const answer = await new SocketReader(socket).takeThrough('\r\n\r\n', maxAnswerBytes);
  const status = Number(/^HTTP\/1\.[01] ([0-9]{3})/.exec(answer.toString('latin1'))?.[1] ?? 0);
  if (status >= 200 && status < 300) return;
  if (status === 407) {
    throw new FetchError('FETCH_PROXY_AUTH', `the proxy ${proxy.host} wants other credentials`);
  }
  // 502 and 504 are about the target, everything else about the proxy.
  const code = status === 502 || status === 504 ? 'FETCH_REFUSED' : 'FETCH_PROXY';
  throw new FetchError(code, `the proxy ${proxy.host} answered ${status || 'nonsense'} for ${authority}`);
}

/** The value of `Proxy-Authorization`, or null for a proxy without a log-in. */
export function proxyAuthorization(proxy: ProxySettings): string | null {
  if (proxy.username === undefined) return null;
  return `Basic ${Buffer.from(`${proxy.username}:${proxy.password ?? ''}`).toString('base64')}`;
}

const version = 5;
const noAuthentication = 0;
const usernamePassword = 2;

/** Replies of RFC 1928, section 6, that are about the target. */
const targetReplies: Readonly<Record<number, string>> = {
  3: 'network unreachable',
  4: 'host unreachable',
  5: 'connection refused',
  6: 'time to live expired',
};

/** Asks a SOCKS5 proxy for a connection (RFC 1928, passwords by RFC 1929). The proxy resolves names. */
export async function socks5Tunnel(
  socket: Socket,
  target: TunnelTarget,
  proxy: ProxySettings,
): Promise<void> {
  const reader = new SocketReader(socket);
  const method = proxy.username === undefined ? noAuthentication : usernamePassword;
  socket.write(Buffer.from([version, 1, method]));
  const [, chosen] = await reader.take(2);
  if (chosen !== method) {
    throw new FetchError('FETCH_PROXY_AUTH', `the SOCKS proxy ${proxy.host} wants another kind of log-in`);
  }
  if (chosen === usernamePassword) await logIn(socket, reader, proxy);

  socket.write(Buffer.concat([Buffer.from([version, 1, 0]), destination(target)]));
  const [, reply = 1, , addressKind] = await reader.take(4);
  if (reply !== 0) {
    const reason = targetReplies[reply];
    throw new FetchError(
      reason === undefined ? 'FETCH_PROXY' : 'FETCH_REFUSED',
      `the SOCKS proxy ${proxy.host} cannot reach ${target.host}:${target.port}: ${reason ?? `reply ${reply}`}`,
    );
  }
  await skipBoundAddress(reader, addressKind ?? 0);
}

async function logIn(socket: Socket, reader: SocketReader, proxy: ProxySettings): Promise<void> {
  const username = withLength(proxy.username ?? '');
  const password = withLength(proxy.password ?? '');
  socket.write(Buffer.concat([Buffer.from([1]), username, password]));
  const [, status] = await reader.take(2);
  if (status !== 0) {
    throw new FetchError('FETCH_PROXY_AUTH', `the SOCKS proxy ${proxy.host} wants other credentials`);
  }
}

function destination({ host, port }: TunnelTarget): Buffer {
  const portBytes = Buffer.from([port >> 8, port & 255]);
  const address = isIP(host) === 0 ? null : parseAddress(host);
  if (address === null) return Buffer.concat([Buffer.from([3]), withLength(host), portBytes]);
  if (address.version === 4) return Buffer.concat([Buffer.from([1, ...address.octets]), portBytes]);
  const groupBytes = address.groups.flatMap((group) => [group >> 8, group & 255]);
  return Buffer.concat([Buffer.from([4, ...groupBytes]), portBytes]);
}

async function skipBoundAddress(reader: SocketReader, kind: number): Promise<void> {
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await reader.take(1))[0] ?? 0);
  await reader.take(length + 2);
}

/** One byte with the length, then the text. */
function withLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 255) {
    throw new FetchError(
      'FETCH_SETTINGS_INVALID',
      'hosts, users and passwords for SOCKS have at most 255 bytes',
    );
  }
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

/** Reads the answers of a proxy to the exact byte: whatever follows belongs to the tunnelled connection. */
class SocketReader {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Exactly `length` bytes. Throws if the other side closes before that. */
  async take(length: number): Promise<Buffer> {
    for (;;) {
      const chunk: Buffer | null = this.#socket.read(length);
      if (chunk !== null) {
        if (chunk.length === length) return chunk;
        throw new Error('the connection was closed in the middle of an answer');
      }
      await this.#more();
    }
  }

  /** Everything up to and including the delimiter. Throws if that is more than about `limit` bytes. */
  async takeThrough(delimiter: string, limit: number): Promise<Buffer> {
    let taken = Buffer.alloc(0);
    while (taken.length < limit) {
      const chunk: Buffer | null = this.#socket.read();
      if (chunk === null) {
        await this.#more();
        continue;
      }
      taken = Buffer.concat([taken, chunk]);
      const end = taken.indexOf(delimiter);
      if (end < 0) continue;
      const rest = taken.subarray(end + delimiter.length);
      if (rest.length > 0) this.#socket.unshift(rest);
      return taken.subarray(0, end + delimiter.length);
    }
    throw new Error(`the answer does not end within ${limit} bytes`);
  }

  #more(): Promise<void> {
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      const stop = () => {
        socket.off('readable', ready).off('end', ended).off('error', failed).off('close', ended);
      };
      const ready = () => {
        stop();
        resolve();
      };
      const ended = () => {
        stop();
        reject(new Error('the connection was closed'));
      };
      const failed = (error: Error) => {
        stop();
        socket.on('error', () => undefined);
        reject(error);
      };
      if (socket.readableEnded || socket.destroyed) return ended();
      socket.on('readable', ready).on('end', ended).on('error', failed).on('close', ended);
    });
  }
}
