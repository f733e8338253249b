import { connect as startTls, TLSSocket } from 'node:tls';
import { type FTPContext, FTPError } from 'basic-ftp';
import type { Egress } from '../egress/guarded-egress.ts';
import { FetchError } from '../errors.ts';
import { withoutStack } from './without-stack.ts';

/** Where the control connection leads. */
export interface ControlEnd {
  readonly host: string;
  readonly address: string;
}

/**
 * Opens the connection for the next transfer, always to the machine of the control connection and always through the
 * guard. A server that names another machine would have us connect to a third party (the FTP bounce of RFC 2577).
 */
export async function openDataConnection(
  ftp: FTPContext,
  egress: Egress,
  control: ControlEnd,
): Promise<void> {
  const port = await passivePort(ftp, control);
  const { socket } = await egress.connect({ ...control, port });
  if (!(ftp.socket instanceof TLSSocket)) {
    ftp.dataSocket = socket;
    return;
  }
  // Many servers want the session of the control connection again, so that nobody else can take the data. The handshake
  // is not awaited: some servers begin it only after the command.
  const session = ftp.tlsSessionStore ?? ftp.socket.getSession();
  const secure = startTls({ ...ftp.tlsOptions, socket, ...(session === undefined ? {} : { session }) });
  secure.on('session', (ticket) => {
    ftp.tlsSessionStore = ticket;
  });
  ftp.dataSocket = secure;
}

/** EPSV (RFC 2428) names no host at all; PASV only for servers that do not know it. */
async function passivePort(ftp: FTPContext, control: ControlEnd): Promise<number> {
  try {
    const { message } = await withoutStack(() => ftp.request('EPSV'));
    return validPort(Number(/\(([\x21-\x7e])\1\1(\d{1,5})\1\)/.exec(message)?.[2]), 'EPSV');
  } catch (error) {
    if (!(error instanceof FTPError) || error.code < 500) throw error;
  }
  const { message } = await ftp.request('PASV');
  const numbers = /(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3})(?!\d)/.exec(message)?.slice(1);
  const [high, low] = (numbers ?? []).slice(4).map(Number);
  const host = (numbers ?? []).slice(0, 4).join('.');
  const port = validPort((high ?? 0) * 256 + (low ?? 0), 'PASV');
  if (host !== control.address.replace(/^::ffff:/i, '')) {
    throw new FetchError(
      'FETCH_DATA_HOST',
      `${control.host}: the server wants its data to be fetched from another machine (${host}), which is not done: ` +
        'its operator must set its public address, or allow EPSV',
    );
  }
  return port;
}

function validPort(port: number, command: string): number {
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new FetchError('FETCH_PROTOCOL', `the server's answer to ${command} names no port`);
}
