import ssh2, {
  type AnyAuthMethod,
  type ConnectConfig,
  type ParsedKey,
  type SFTPWrapper,
  type Client as SshClient,
} from 'ssh2';
import type { Egress } from '../egress/egress.ts';
import { FetchError, type FetchErrorCode, shownText } from '../errors.ts';
import type { SiteLogin } from '../protocol/protocol.ts';
import { checkHostKey, knownKeys, preferredAlgorithms } from './known-hosts.ts';

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

/**
 * What to offer to the server, in this order: the key, the password, and the password as the answer to hidden questions (RFC 4256), which some
 * servers require. Throws FETCH_KEY_INVALID.
 */
function logInMethods(url: string, login: SiteLogin): AnyAuthMethod[] {
  const { username, password } = login;
  const key = privateKeyOf(url, login);
  const methods: AnyAuthMethod[] = key === null ? [] : [{ type: 'publickey', username, key }];
  if (password === undefined) return methods;
  return [
    ...methods,
    { type: 'password', username, password },
    {
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _instructions, _language, questions, answer) =>
        answer(questions.map(({ echo }) => (echo === true ? '' : password))),
    },
  ];
}

/** Unlocking a key takes a third of a second by design, so all connections of a log-in share the result. */
const unlocked = new WeakMap<SiteLogin, ParsedKey>();

/**
 * The key of a log-in, or null. It is read before connecting, so that a wrong passphrase is not taken for a wrong log-in.
 * The key itself never appears in a message.
 */
function privateKeyOf(url: string, login: SiteLogin): ParsedKey | null {
  const { privateKey, passphrase } = login;
  if (privateKey === undefined) return null;
  const known = unlocked.get(login);
  if (known !== undefined) return known;
  const parsed = ssh2.utils.parseKey(privateKey, passphrase);
  if (!(parsed instanceof Error)) {
    unlocked.set(login, parsed);
    return parsed;
  }
  const isLocked = /passphrase|encrypted|decrypt/i.test(parsed.message);
  throw new FetchError(
    'FETCH_KEY_INVALID',
    `${url}: the private key ${isLocked ? 'needs a passphrase, or another one' : 'has an unknown format'}`,
    { url },
  );
}

/** Status codes of SFTP version 3 (draft-ietf-secsh-filexfer-02, section 7). */
const codes: Readonly<Record<number, FetchErrorCode>> = {
  2: 'FETCH_NOT_FOUND',
  3: 'FETCH_PERMISSION',
  4: 'FETCH_UNAVAILABLE',
  6: 'FETCH_CLOSED',
  7: 'FETCH_CLOSED',
  8: 'FETCH_UNAVAILABLE',
};

export const endOfFile = 1;

/** An error of ssh2 as a FetchError. */
export function sftpFailure(url: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  const known = typeof code === 'number' ? codes[code] : undefined;
  return new FetchError(known ?? 'FETCH_CLOSED', `${url}: the server answers "${shownText(message ?? '')}"`, {
    url,
    cause: error,
  });
}

/** A failure before or during the log-in. */
export function sshFailure(url: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const { level, message } = error as { readonly level?: string; readonly message?: string };
  if (level === 'client-authentication') {
    return new FetchError(
      'FETCH_LOGIN',
      `${url}: the server refuses the log-in: check the user, the password and the key`,
      { url },
    );
  }
  if (level === 'client-timeout') {
    return new FetchError('FETCH_TIMEOUT_CONNECT', `${url}: the log-in took too long`, { url });
  }
  const code = level === 'handshake' || level === 'protocol' ? 'FETCH_PROTOCOL' : 'FETCH_CLOSED';
  return new FetchError(code, `${url}: ${message ?? 'the connection was lost'}`, { url, cause: error });
}
