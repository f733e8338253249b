import type { Socket } from 'node:net';
import { FetchError } from '../errors.ts';

/**
 * The time that one connection may take, from the name to the end of the TLS handshake. When it is over, or when the
 * caller gives up, the socket of the moment is destroyed and the step that waits for it fails.
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
    // Nobody may be waiting any more when the time is over.
    this.#expired.catch(() => undefined);
    this.#timer = setTimeout(() => {
      this.fail(new FetchError('FETCH_TIMEOUT_CONNECT', `${host}: no connection within ${timeoutMs} ms`));
    }, timeoutMs);
  }

  /** Why the attempt ended early, or null. */
  get failure(): FetchError | null {
    return this.#failure;
  }

  fail(reason: FetchError): void {
    this.#failure ??= reason;
    this.#socket?.destroy(reason);
    this.#reject(reason);
  }

  /** Waits for a step, but not longer than the attempt lasts. */
  step<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#expired]);
  }

  /** Names the socket that the attempt is about now. */
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

/** Resolves on the event, rejects on an error or when the socket closes before. */
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
      // A destroyed socket may report a second time; without a listener that would end the process.
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
