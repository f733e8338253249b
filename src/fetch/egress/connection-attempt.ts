import type { Socket } from 'node:net';
import { FetchError } from '../errors.ts';

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
    // Nobody may be waiting any more when the timeout expires.
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
      // A destroyed socket may report a second error, which would end the process if nobody listened.
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
