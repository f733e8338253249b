import { isIP, type Socket } from 'node:net';
import { FetchError } from '../errors.ts';
import type { ProxySettings } from './egress-policy.ts';
import type { TunnelTarget } from './http-tunnel.ts';
import { parseAddress } from './internet-address.ts';
import { SocketReader } from './socket-reader.ts';

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

/** Asks a SOCKS5 proxy for a connection (RFC 1928, with the password of RFC 1929). Names are resolved by the proxy. */
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
  const [, reply = 1, , kind] = await reader.take(4);
  if (reply !== 0) {
    const reason = targetReplies[reply];
    throw new FetchError(
      reason === undefined ? 'FETCH_PROXY' : 'FETCH_REFUSED',
      `the SOCKS proxy ${proxy.host} cannot reach ${target.host}:${target.port}: ${reason ?? `reply ${reply}`}`,
    );
  }
  await skipBoundAddress(reader, kind ?? 0);
}

async function logIn(socket: Socket, reader: SocketReader, proxy: ProxySettings): Promise<void> {
  socket.write(
    Buffer.concat([Buffer.from([1]), counted(proxy.username ?? ''), counted(proxy.password ?? '')]),
  );
  const [, status] = await reader.take(2);
  if (status !== 0) {
    throw new FetchError('FETCH_PROXY_AUTH', `the SOCKS proxy ${proxy.host} wants other credentials`);
  }
}

function destination({ host, port }: TunnelTarget): Buffer {
  const end = Buffer.from([port >> 8, port & 255]);
  const address = isIP(host) === 0 ? null : parseAddress(host);
  if (address === null) return Buffer.concat([Buffer.from([3]), counted(host), end]);
  if (address.version === 4) return Buffer.concat([Buffer.from([1, ...address.octets]), end]);
  return Buffer.concat([
    Buffer.from([4, ...address.groups.flatMap((group) => [group >> 8, group & 255])]),
    end,
  ]);
}

async function skipBoundAddress(reader: SocketReader, kind: number): Promise<void> {
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await reader.take(1))[0] ?? 0);
  await reader.take(length + 2);
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 255)
    throw new FetchError('FETCH_SETTINGS_INVALID', 'SOCKS names have at most 255 bytes');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}
