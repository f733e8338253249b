import { isIPv6, type Socket } from 'node:net';
import { FetchError } from '../errors.ts';
import type { ProxySettings } from './egress-policy.ts';
import { SocketReader } from './socket-reader.ts';

const maxAnswer = 16 * 1024;

export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

/** Asks an HTTP proxy for a tunnel (RFC 9110, section 9.3.6). Afterwards the socket is the target's. */
export async function httpTunnel(socket: Socket, target: TunnelTarget, proxy: ProxySettings): Promise<void> {
  const authority = `${isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`;
  const authorization = proxyAuthorization(proxy);
  socket.write(
    `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n` +
      `${authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`}\r\n`,
  );
  const answer = (await new SocketReader(socket).takeThrough('\r\n\r\n', maxAnswer)).toString('latin1');
  const status = Number(/^HTTP\/1\.[01] ([0-9]{3})/.exec(answer)?.[1] ?? 0);
  if (status >= 200 && status < 300) return;
  if (status === 407)
    throw new FetchError('FETCH_PROXY_AUTH', `the proxy ${proxy.host} wants other credentials`);
  // 502 and 504 are about the target, everything else about the proxy.
  const code = status === 502 || status === 504 ? 'FETCH_REFUSED' : 'FETCH_PROXY';
  throw new FetchError(code, `the proxy ${proxy.host} answered ${status || 'nonsense'} for ${authority}`);
}

/** The value of `Proxy-Authorization`, or null when the proxy wants none. */
export function proxyAuthorization(proxy: ProxySettings): string | null {
  if (proxy.username === undefined) return null;
  return `Basic ${Buffer.from(`${proxy.username}:${proxy.password ?? ''}`).toString('base64')}`;
}
