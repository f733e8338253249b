import type { Dispatcher } from 'undici';
import { FetchError } from '../errors.ts';
import { type ConnectionOptions, KeptConnection, type PooledHandler } from './kept-connection.ts';

interface PoolOptions extends ConnectionOptions {
  readonly connectionsPerOrigin: number;
}

interface WaitingRequest {
  readonly request: Dispatcher.DispatchOptions;
  readonly handler: PooledHandler;
}

/**
 * Kept-alive connections by origin. undici's own pools open a second connection for a request that immediately follows
 * an answer; a polite visitor who sends one request at a time needs only one.
 */
export class ConnectionPool {
  readonly #origins = new Map<string, OriginPool>();
  readonly #options: PoolOptions;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  dispatch(origin: string, request: Dispatcher.DispatchOptions, handler: PooledHandler): void {
    if (this.#closed) {
      handler.onResponseError?.(noController, new FetchError('FETCH_ABORTED', 'the fetcher was shut down'));
      return;
    }
    let known = this.#origins.get(origin);
    if (known === undefined) {
      known = new OriginPool(origin, this.#options, () => this.#origins.delete(origin));
      this.#origins.set(origin, known);
    }
    known.dispatch(request, handler);
  }

  /** Waits for the requests in flight. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#origins.values()].map((origin) => origin.close()));
  }

  async destroy(reason: FetchError): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#origins.values()].map((origin) => origin.destroy(reason)));
  }
}

class OriginPool {
  readonly #origin: string;
  readonly #options: PoolOptions;
  readonly #onEmpty: () => void;
  readonly #kept: KeptConnection[] = [];
  readonly #waiting: WaitingRequest[] = [];
  /** True until we know whether the server speaks HTTP/2, for which one connection is enough. */
  #awaitsProtocol: boolean;

  constructor(origin: string, options: PoolOptions, onEmpty: () => void) {
    this.#origin = origin;
    this.#options = options;
    this.#onEmpty = onEmpty;
    this.#awaitsProtocol = options.allowHttp2 && origin.startsWith('https:');
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: PooledHandler): void {
    const connection = this.#withRoom();
    if (connection === null) this.#waiting.push({ request, handler });
    else connection.dispatch(request, handler);
  }

  async close(): Promise<void> {
    await Promise.all(this.#kept.map((connection) => connection.close()));
  }

  async destroy(reason: FetchError): Promise<void> {
    for (const { handler } of this.#waiting.splice(0)) handler.onResponseError?.(noController, reason);
    await Promise.all(this.#kept.map((connection) => connection.destroy(reason)));
  }

  #withRoom(): KeptConnection | null {
    for (const connection of this.#kept) if (connection.hasRoom) return connection;
    const mustWait = this.#awaitsProtocol && this.#kept.length > 0;
    if (mustWait || this.#kept.length >= this.#options.connectionsPerOrigin) return null;
    const opened = new KeptConnection(this.#origin, this.#options, (connection) => this.#changed(connection));
    this.#kept.push(opened);
    return opened;
  }

  #changed(connection: KeptConnection): void {
    if (connection.protocol === 'http/1.1') this.#awaitsProtocol = false;
    // Not now: undici is in the middle of its own bookkeeping.
    if (this.#waiting.length > 0 || connection.isUseless) queueMicrotask(() => this.#update(connection));
  }

  #update(connection: KeptConnection): void {
    const place = connection.isUseless ? this.#kept.indexOf(connection) : -1;
    if (place >= 0) {
      this.#kept.splice(place, 1);
      connection.close().catch(() => undefined);
    }
    this.#serveWaiting();
    if (this.#kept.length === 0 && this.#waiting.length === 0) this.#onEmpty();
  }

  #serveWaiting(): void {
    while (this.#waiting.length > 0) {
      const connection = this.#withRoom();
      const next = connection === null ? undefined : this.#waiting.shift();
      if (next === undefined) return;
      if (!next.handler.settled) connection?.dispatch(next.request, next.handler);
    }
  }
}

/** For failures outside undici, where there is nothing to abort. */
const noController: Dispatcher.DispatchController = {
  aborted: true,
  paused: false,
  reason: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};
