import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import type { Egress } from '../egress/egress.ts';
import { FetchError } from '../errors.ts';

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

interface ConnectionOptions {
  readonly egress: Egress;
  readonly allowHttp2: boolean;
  readonly maxHeaderBytes: number;
  readonly keepAliveMs: number;
}

/** An undici handler that knows its connection, and releases it when undici is done with the request. */
export interface PooledHandler extends Dispatcher.DispatchHandler {
  connection: KeptConnection | null;
  /** True when the answer is not waited for any more. */
  readonly settled: boolean;
}

/** How many exchanges share an HTTP/2 connection. undici opens no more streams than this. */
const http2Streams = 100;

/**
 * One connection to an origin. It is opened when first needed, and again after the server or the idle timeout closed it.
 * undici's timeouts are off: they are too coarse for our limits and cost time on every request.
 */
export class KeptConnection {
  readonly #client: Client;
  readonly #changed: (connection: KeptConnection) => void;
  #socket: Socket | null = null;
  #address = '';
  #protocol: 'unknown' | 'http/1.1' | 'h2' = 'unknown';
  #load = 0;
  #sent = 0;

  /** `changed` is called when the connection can take more requests, or has become useless. */
  constructor(origin: string, options: ConnectionOptions, changed: (connection: KeptConnection) => void) {
    this.#changed = changed;
    this.#client = new Client(origin, {
      allowH2: options.allowHttp2,
      maxHeaderSize: options.maxHeaderBytes,
      keepAliveTimeout: options.keepAliveMs,
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
      connect: (target, callback) => this.#open(options, target, callback),
    });
    const lost = () => {
      this.#socket = null;
      changed(this);
    };
    this.#client.on('disconnect', lost).on('connectionError', lost);
  }

  /** The address at the other end. */
  get address(): string {
    return this.#address;
  }

  /** Why the socket failed, or null. */
  get socketError(): Error | null {
    return this.#socket?.errored ?? null;
  }

  /** Bytes received by all exchanges on the socket; 0 where several share it at once. */
  get receivedBytes(): number {
    return this.#protocol === 'h2' ? 0 : (this.#socket?.bytesRead ?? 0);
  }

  /** Whether the latest exchange was not the first on its socket. */
  get isReused(): boolean {
    return this.#sent > 1;
  }

  get protocol(): 'unknown' | 'http/1.1' | 'h2' {
    return this.#protocol;
  }

  get hasRoom(): boolean {
    return this.#load < (this.#protocol === 'h2' ? http2Streams : 1);
  }

  /** Nothing in flight, and no socket to keep. */
  get isUseless(): boolean {
    return this.#load === 0 && this.#socket === null;
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: PooledHandler): void {
    this.#load++;
    this.#sent++;
    handler.connection = this;
    this.#client.dispatch(request, handler);
  }

  /** Called by the handler when its exchange is over. */
  release(): void {
    this.#load--;
    this.#changed(this);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async destroy(reason: Error): Promise<void> {
    await this.#client.destroy(reason);
  }

  #open(
    { egress, allowHttp2 }: ConnectionOptions,
    target: buildConnector.Options,
    callback: buildConnector.Callback,
  ): void {
    const isEncrypted = target.protocol === 'https:';
    const port = target.port === '' ? (isEncrypted ? 443 : 80) : Number(target.port);
    const security = isEncrypted
      ? { tls: { alpn: allowHttp2 ? ['h2', 'http/1.1'] : ['http/1.1'] } }
      : { forwarded: egress.forwardingProxy(target.hostname) !== null };
    egress.connect({ host: target.hostname, port, ...security }).then(
      ({ socket, address, alpn }) => {
        this.#socket = socket;
        this.#address = address;
        this.#protocol = alpn === 'h2' ? 'h2' : 'http/1.1';
        this.#sent = 1;
        callback(null, socket);
        this.#changed(this);
      },
      (error: Error) => callback(error, null),
    );
  }
}
