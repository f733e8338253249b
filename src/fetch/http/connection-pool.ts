import type { Dispatcher } from 'undici';
import { FetchError } from '../errors.ts';
import { type CarriedHandler, type ConnectionOptions, KeptConnection } from './kept-connection.ts';

export interface PoolOptions extends ConnectionOptions {
  readonly connectionsPerOrigin: number;
}

interface Waiting {
  readonly request: Dispatcher.DispatchOptions;
  readonly handler: CarriedHandler;
}

/**
 * Kept-alive connections by origin. undici has pools too, but theirs open a second connection when a request follows
 * right upon an answer: a polite visitor with one request at a time needs one connection.
 */
export class Connections {
  readonly #origins = new Map<string, OriginConnections>();
  readonly #options: PoolOptions;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  dispatch(origin: string, request: Dispatcher.DispatchOptions, handler: CarriedHandler): void {
    if (this.#closed) {
      handler.onResponseError?.(noController, new FetchError('FETCH_ABORTED', 'the fetcher was shut down'));
      return;
    }
    let known = this.#origins.get(origin);
    if (known === undefined) {
      known = new OriginConnections(origin, this.#options, () => this.#origins.delete(origin));
      this.#origins.set(origin, known);
    }
    known.dispatch(request, handler);
  }

  /** Lets what is in flight end. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#origins.values()].map((origin) => origin.close()));
  }

  async destroy(reason: FetchError): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#origins.values()].map((origin) => origin.destroy(reason)));
  }
}

class OriginConnections {
  readonly #origin: string;
  readonly #options: PoolOptions;
  readonly #forgotten: () => void;
  readonly #kept: KeptConnection[] = [];
  readonly #waiting: Waiting[] = [];
  /** Until it is known whether the server speaks HTTP/2, where one connection is enough. */
  #asksProtocol: boolean;

  constructor(origin: string, options: PoolOptions, forgotten: () => void) {
    this.#origin = origin;
    this.#options = options;
    this.#forgotten = forgotten;
    this.#asksProtocol = options.allowHttp2 && origin.startsWith('https:');
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: CarriedHandler): void {
    const connection = this.#withRoom();
    if (connection === null) this.#waiting.push({ request, handler });
    else connection.carry(request, handler);
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
    const probing = this.#asksProtocol && this.#kept.length > 0;
    if (probing || this.#kept.length >= this.#options.connectionsPerOrigin) return null;
    const opened = new KeptConnection(this.#origin, this.#options, (connection) => this.#changed(connection));
    this.#kept.push(opened);
    return opened;
  }

  #changed(connection: KeptConnection): void {
    if (connection.protocol === 'http/1.1') this.#asksProtocol = false;
    // Later, because undici is in the middle of its own bookkeeping when it tells us.
    if (this.#waiting.length > 0 || connection.useless) queueMicrotask(() => this.#settle(connection));
  }

  #settle(connection: KeptConnection): void {
    const place = connection.useless ? this.#kept.indexOf(connection) : -1;
    if (place >= 0) {
      this.#kept.splice(place, 1);
      connection.close().catch(() => undefined);
    }
    this.#serveWaiting();
    if (this.#kept.length === 0 && this.#waiting.length === 0) this.#forgotten();
  }

  #serveWaiting(): void {
    while (this.#waiting.length > 0) {
      const connection = this.#withRoom();
      const next = connection === null ? undefined : this.#waiting.shift();
      if (next === undefined) return;
      if (!next.handler.settled) connection?.carry(next.request, next.handler);
    }
  }
}

/** For failures outside of undici, where there is nothing to abort. */
const noController: Dispatcher.DispatchController = {
  aborted: true,
  paused: false,
  reason: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};
