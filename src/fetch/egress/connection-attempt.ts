import type { Socket } from 'node:net';
import { messageOf } from '../../base/index.ts';
import { FetchError, systemCode } from '../errors.ts';

/**
 * The timeout of one connection, from the name lookup to the end of the TLS handshake. When it expires, the current
 * socket is destroyed and the current step fails.
 */
export class ConnectionAttempt {
  readonly #timer: NodeJS.Timeout;
  readonly #expired: Promise<never>;
  #socket: Socket | null = null;
  #failure: FetchError | null = null;
  #reject: (reason: FetchError) => void = () => undefined;

  constructor(host: string, timeoutMs: number) {
    this.#expired = new Promise((_, reject) => {
      this.#reject = reject;
    });
    // The caller may have given up when the timeout expires.
    this.#expired.catch(() => undefined);
    this.#timer = setTimeout(() => {
      this.#fail(new FetchError('FETCH_TIMEOUT_CONNECT', `${host}: no connection within ${timeoutMs} ms`));
    }, timeoutMs);
  }

  /** Why the attempt ended early, or null. */
  get failure(): FetchError | null {
    return this.#failure;
  }

  #fail(reason: FetchError): void {
    this.#failure ??= reason;
    this.#socket?.destroy(reason);
    this.#reject(reason);
  }

  /** Waits for a step, but no longer than the timeout allows. */
  step<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#expired]);
  }

  /** Sets the socket to destroy when the timeout expires. */
  watch(socket: Socket): void {
    this.#socket = socket;
    if (this.#failure !== null) socket.destroy(this.#failure);
  }

  /** Stops the clock. The socket of a failed attempt is destroyed. */
  end(succeeded: boolean): void {
    clearTimeout(this.#timer);
    if (!succeeded) this.#socket?.destroy();
  }
}

/** Resolves on the event; rejects if the socket fails or closes first. */
export function socketEvent(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      socket.off(event, done).off('error', failed).off('close', closed);
    };
    const done = () => {
      stop();
      resolve();
    };
    const failed = (error: Error) => {
      stop();
      // A destroyed socket may report a second error, which would end the process without a listener.
      socket.on('error', () => undefined);
      reject(error);
    };
    const closed = () => {
      stop();
      reject(new Error('the connection was closed'));
    };
    socket.on(event, done).on('error', failed).on('close', closed);
  });
}

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENETDOWN',
  'EACCES',
]);

/** A failure to open a TCP connection. `where` is host and port. */
export function connectFailure(where: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const code = systemCode(error);
  if (code === 'ETIMEDOUT') {
    return new FetchError('FETCH_TIMEOUT_CONNECT', `${where}: no connection`, { cause: error });
  }
  const reason = unreachable.has(code) ? code : messageOf(error);
  return new FetchError('FETCH_REFUSED', `${where}: no connection (${reason})`, { cause: error });
}

/** The certificate may be right, but no authority that we trust confirms it. */
const notTrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Whether OpenSSL reports an answer that is not TLS. */
export function speaksNoTls(error: unknown): boolean {
  return /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_LAYER_FAILURE|UNEXPECTED_MESSAGE)$/.test(
    systemCode(error),
  );
}

/** A failure of the TLS handshake: an invalid certificate, or a server without a TLS version that we accept. */
export function tlsFailure(host: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const code = systemCode(error);
  // Without an OpenSSL code the connection was just lost, and another try may work.
  if (code === '' || code === 'ECONNRESET' || code === 'EPIPE') {
    return new FetchError(
      'FETCH_CLOSED',
      `${host}: the server closed the connection during the TLS handshake`,
      { cause: error },
    );
  }
  if (speaksNoTls(error))
    return new FetchError('FETCH_TLS', `${host}: what answers there does not speak TLS (${code})`, {
      cause: error,
    });
  const advice = notTrusted.has(code)
    ? ': if this server is yours, name its certificate in TIDEMARK_CA_FILE'
    : '';
  return new FetchError('FETCH_TLS', `${host}: ${messageOf(error).split(';', 1)[0]} (${code})${advice}`, {
    cause: error,
  });
}
