import type { AddressInfo, Server } from 'node:net';
import { FtpSrv } from 'ftp-srv';
import { certificate } from './certificates.ts';

export interface FtpServer {
  /** The URL of its root. The scheme says which security it uses. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export interface FtpServerOptions {
  readonly folder: string;
  /** Default: guests only. */
  readonly login?: { readonly username: string; readonly password: string };
  readonly security?: 'explicit' | 'implicit';
  /** Called with the path on the disk of every file that was sent completely. */
  readonly onSent?: (path: string) => void;
}

const silent = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silent,
};

/** A real FTP server (ftp-srv) on loopback that serves a folder. */
export async function ftpServer(options: FtpServerOptions): Promise<FtpServer> {
  const { folder, login, security, onSent } = options;
  const server = new FtpSrv({
    url: `${security === 'implicit' ? 'ftps' : 'ftp'}://127.0.0.1:0`,
    pasv_url: '127.0.0.1',
    anonymous: login === undefined,
    tls: security === undefined ? false : { ...certificate },
    log: silent,
  });
  // By itself it counts up from port 1024, and collides with other servers of the machine.
  Object.assign(server, { getNextPasvPort: () => Promise.resolve(0) });
  server.on('login', ({ connection, username, password }, resolve, reject) => {
    connection.on('RETR', (error: Error | null, path: string) => {
      if (error === null) onSent?.(path);
    });
    if (login === undefined || (username === login.username && password === login.password)) {
      resolve({ root: folder });
    } else reject(new Error('wrong'));
  });
  await server.listen();
  const inner = server as unknown as { readonly server: Server };
  // It answers in small pieces, and without this each would wait 40 ms for an acknowledgement.
  inner.server.on('connection', (socket) => socket.setNoDelay(true));
  inner.server.on('secureConnection', (socket) => socket.setNoDelay(true));
  const scheme = security === undefined ? 'ftp' : security === 'explicit' ? 'ftpes' : 'ftps';
  const url = `${scheme}://127.0.0.1:${(inner.server.address() as AddressInfo).port}/`;
  return { url, close: async () => void (await server.close()) };
}
