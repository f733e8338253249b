import { connect as startTls, TLSSocket } from 'node:tls';
import { type FTPContext, FTPError } from 'basic-ftp';
import type { Egress } from '../egress/egress.ts';
import { FetchError } from '../errors.ts';

/** The server at the other end of the control connection. */
interface ControlEnd {
  readonly host: string;
  readonly address: string;
}

/**
 * Opens the connection for the next transfer, always through the guard and to the machine of the control connection. A
 * server that names another machine would make us connect to a third party (the FTP bounce attack of RFC 2577).
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
  // Many servers demand the TLS session of the control connection, so that no other client can take the data. The handshake
  // is not awaited, because some servers start it only after the command.
  const session = ftp.tlsSessionStore ?? ftp.socket.getSession();
  const secure = startTls({ ...ftp.tlsOptions, socket, ...(session === undefined ? {} : { session }) });
  secure.on('session', (ticket) => {
    ftp.tlsSessionStore = ticket;
  });
  ftp.dataSocket = secure;
}

/** Asks with EPSV (RFC 2428), which names no host; with PASV only if the server does not know EPSV. */
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
      `${control.host}: the server sends us to another machine (${host}) for its data, which is not allowed: ` +
        'its operator must set its public address or allow EPSV',
    );
  }
  return port;
}

function validPort(port: number, command: string): number {
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new FetchError('FETCH_PROTOCOL', `the server's answer to ${command} does not contain a port`);
}

/**
 * Sends a command that is answered over the open data connection, and yields the bytes. Returns the server's final reply:
 * only with that reply and the end of the data is the transfer complete. Until then it is a task of basic-ftp, which
 * reports failures of both connections only to the current task.
 */
export async function* transferData(ftp: FTPContext, command: string): AsyncGenerator<Buffer, string> {
  const data = ftp.dataSocket;
  const pieces: Buffer[] = [];
  let failure: unknown = null;
  let finalReply: string | null = null;
  let hasEnded = false;
  let finish: () => void = () => undefined;
  let wake: () => void = () => undefined;
  let late: NodeJS.Timeout | undefined;

  data?.on('data', (piece: Buffer) => {
    pieces.push(piece);
    data.pause();
    wake();
  });
  data?.once('end', () => {
    hasEnded = true;
    late = setTimeout(() => ftp.closeWithError(new Error('Timeout (control socket)')), ftp.timeout);
    finish();
  });
  data?.setTimeout(ftp.timeout, () => {
    // While paused, the server waits for us.
    if (!data.isPaused()) ftp.closeWithError(new Error('Timeout (data socket)'));
  });
  const transfer = withoutStack(() =>
    ftp.handle(command, (answer, task) => {
      if (answer instanceof Error) return task.reject(answer);
      if (answer.code >= 200) finish = () => task.resolve(answer);
      if (hasEnded) finish();
      // From now on only the data connection must make progress; this one is silent.
      else ftp.socket.setTimeout(0);
    }),
  );
  transfer.then(
    ({ message }: { readonly message: string }) => {
      finalReply = message;
      wake();
    },
    (error: unknown) => {
      failure = error;
      wake();
    },
  );
  try {
    for (;;) {
      const piece = pieces.shift();
      if (piece !== undefined) {
        yield piece;
        data?.resume();
      } else if (failure !== null) throw failure;
      else if (finalReply !== null) return finalReply;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    clearTimeout(late);
    ftp.dataSocket = undefined;
  }
}

/**
 * basic-ftp records the call stack with every command, for a message that we do not show. With two commands for each
 * small file, that took an eighth of the processor time of a visit.
 */
function withoutStack<T>(begin: () => T): T {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return begin();
  } finally {
    Error.stackTraceLimit = before;
  }
}
