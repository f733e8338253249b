import ssh2, { type ConnectConfig, type SFTPWrapper, type Client as SshClient } from 'ssh2';
import type { Egress } from '../egress/egress.ts';
import type { FetchError } from '../errors.ts';
import type { SiteLogin } from '../protocol/protocol.ts';
import { checkHostKey, knownKeys, preferredAlgorithms } from './known-hosts.ts';
import { sshFailure } from './sftp-failure.ts';
import { logInMethods } from './ssh-login.ts';

export interface SshTarget {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly login: SiteLogin;
}

interface SshOptions {
  readonly egress: Egress;
  /** The text of a known_hosts file. */
  readonly knownHosts: string;
  readonly timeoutMs: number;
}

export interface SshConnection {
  readonly client: SshClient;
  readonly sftp: SFTPWrapper;
}

/** Opens a guarded socket, checks the server's key, logs in, and starts SFTP. Throws a FetchError. */
export async function openSsh(target: SshTarget, options: SshOptions): Promise<SshConnection> {
  const { url, host, port, login } = target;
  const authHandler = logInMethods(url, login);
  const known = knownKeys(options.knownHosts, host, port);
  const { socket } = await options.egress.connect({ host, port });
  const client = new ssh2.Client();
  let refusal: FetchError | null = null;
  const config: ConnectConfig = {
    sock: socket,
    username: login.username,
    readyTimeout: options.timeoutMs,
    algorithms: {
      serverHostKey: { prepend: [...preferredAlgorithms(known)], append: [], remove: [] } as never,
    },
    hostVerifier: (key: Buffer) => {
      refusal = checkHostKey(url, port === 22 ? host : `[${host}]:${port}`, key, known);
      return refusal === null;
    },
    authHandler,
  };
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve);
      client.once('close', () => reject(new Error('the server closed the connection')));
      // Never removed: without a listener, a late error would end the process.
      client.on('error', reject);
      client.connect(config);
    });
    return { client, sftp: await startSftp(client, options.timeoutMs) };
  } catch (error) {
    client.destroy();
    throw refusal ?? sshFailure(url, error);
  }
}

function startSftp(client: SshClient, timeoutMs: number): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start SFTP in time')), timeoutMs);
    client.sftp((error, sftp) => {
      clearTimeout(timer);
      if (error === undefined) resolve(sftp);
      else reject(error);
    });
  });
}
