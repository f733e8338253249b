import type { Egress } from '../egress/egress.ts';
import { FetchError } from '../errors.ts';
import type { Watchdog } from '../transfer/paced-transfer.ts';
import { Http1Connection, ReceiveBuffer } from './http1-connection.ts';
import { Http2Connection } from './http2-connection.ts';
import type { ConnectionChanged, Job, PooledConnection } from './pooled-connection.ts';

interface PoolOptions {
  readonly egress: Egress;
  readonly allowHttp2: boolean;
  readonly maxHeaderBytes: number;
  readonly keepAliveMs: number;
  readonly connectionsPerOrigin: number;
  readonly watchdog: Watchdog;
  readonly now: () => number;
}

/** Kept-alive connections by origin. A polite visitor who sends one request at a time needs only one. */
export class ConnectionPool {
  readonly #origins = new Map<string, OriginPool>();
  readonly #options: PoolOptions;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  send(origin: string, job: Job): void {
    if (this.#isClosed) {
      job.exchange.onFailure(new FetchError('FETCH_ABORTED', 'the fetcher was shut down'));
      return;
    }
    const known = this.#origins.get(origin) ?? this.#add(origin);
    known.send(job);
  }

  /** Waits for the requests in flight. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#origins.values()].map((origin) => origin.close()));
  }

  destroy(reason: FetchError): void {
    this.#isClosed = true;
    for (const origin of this.#origins.values()) origin.destroy(reason);
  }

  #add(origin: string): OriginPool {
    const added = new OriginPool(origin, this.#options, () => {
      if (this.#origins.get(origin) === added) this.#origins.delete(origin);
    });
    this.#origins.set(origin, added);
    return added;
  }
}

class OriginPool {
  readonly #origin: URL;
  readonly #options: PoolOptions;
  readonly #onEmpty: () => void;
  readonly #open: PooledConnection[] = [];
  readonly #waiting: Job[] = [];
  #opening = 0;
  /** True until we know whether the server speaks HTTP/2, for which one connection is enough. */
  #awaitsProtocol: boolean;
  /** Called when the last request is answered. */
  #onIdle: (() => void) | null = null;
  #destroyedFor: FetchError | null = null;

  constructor(origin: string, options: PoolOptions, onEmpty: () => void) {
    this.#origin = new URL(origin);
    this.#options = options;
    this.#onEmpty = onEmpty;
    this.#awaitsProtocol = options.allowHttp2 && this.#origin.protocol === 'https:';
  }

  send(job: Job): void {
    this.#waiting.push(job);
    this.#serveWaiting();
  }

  async close(): Promise<void> {
    if (!this.#isIdle) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    for (const connection of [...this.#open]) connection.close();
  }

  destroy(reason: FetchError): void {
    this.#destroyedFor = reason;
    for (const { exchange } of this.#waiting.splice(0)) exchange.onFailure(reason);
    for (const connection of [...this.#open]) connection.destroy(reason);
  }

  get #isIdle(): boolean {
    const isBusy = this.#opening > 0 || this.#waiting.length > 0;
    return !isBusy && this.#open.every(({ isIdle }) => isIdle);
  }

  #serveWaiting(): void {
    for (let job = this.#waiting[0]; job !== undefined; job = this.#waiting[0]) {
      const connection = job.exchange.settled ? null : this.#withRoom(job);
      if (connection === undefined) break;
      this.#waiting.shift();
      connection?.send(job);
    }
    while (this.#opening < this.#waiting.length && this.#mayOpen()) void this.#openAnother();
  }

  #withRoom({ wantsNew }: Job): PooledConnection | undefined {
    const canBeNew = wantsNew && (this.#opening > 0 || this.#mayOpen());
    return this.#open.find(({ hasRoom, wasUsed }) => hasRoom && !(canBeNew && wasUsed));
  }

  #mayOpen(): boolean {
    const most = this.#awaitsProtocol ? 1 : this.#options.connectionsPerOrigin;
    return this.#open.length + this.#opening < most;
  }

  async #openAnother(): Promise<void> {
    this.#opening++;
    try {
      const connection = await this.#connect();
      this.#open.push(connection);
      if (this.#destroyedFor !== null) connection.destroy(this.#destroyedFor);
    } catch (error) {
      // One request for each failure, so that all of them end although the host is down.
      const failed = this.#waiting.find(({ exchange }) => !exchange.settled);
      failed?.exchange.onFailure(error instanceof FetchError ? error : unknownFailure(error));
    } finally {
      this.#opening--;
      this.#update();
    }
  }

  async #connect(): Promise<PooledConnection> {
    const { egress, allowHttp2 } = this.#options;
    const { hostname: host, protocol, port } = this.#origin;
    const isEncrypted = protocol === 'https:';
    const received = isEncrypted ? null : new ReceiveBuffer();
    const connection = await egress.connect({
      host,
      port: port === '' ? (isEncrypted ? 443 : 80) : Number(port),
      ...(received === null
        ? { tls: { alpn: allowHttp2 ? ['h2', 'http/1.1'] : ['http/1.1'] } }
        : { forwarded: egress.forwardingProxy(host) !== null, onread: received.onread }),
    });
    if (connection.alpn === 'h2') {
      return await Http2Connection.open(connection, this.#origin.origin, this.#options, this.#changed);
    }
    this.#awaitsProtocol = false;
    if (received?.hasEarlyBytes === true || connection.socket.readableLength > 0) {
      connection.socket.destroy();
      throw new FetchError('FETCH_PROTOCOL', `${host}: the server spoke before it was asked`);
    }
    return new Http1Connection(
      connection,
      connection.usesOnread ? received : null,
      this.#options,
      this.#changed,
    );
  }

  readonly #changed: ConnectionChanged = (connection, unsent) => {
    const place = connection.isClosed ? this.#open.indexOf(connection) : -1;
    if (place >= 0) this.#open.splice(place, 1);
    if (unsent !== null) this.#waiting.unshift(unsent);
    this.#update();
  };

  #update(): void {
    this.#serveWaiting();
    if (this.#onIdle !== null && this.#isIdle) this.#onIdle();
    if (this.#open.length === 0 && this.#opening === 0 && this.#waiting.length === 0) this.#onEmpty();
  }
}

function unknownFailure(cause: unknown): FetchError {
  return new FetchError('FETCH_FAILED', String(cause), { cause });
}
