import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import type { Egress } from '../egress/guarded-egress.ts';

export interface ConnectionOptions {
  readonly egress: Egress;
  readonly allowHttp2: boolean;
  readonly maxHeaderBytes: number;
  readonly keepAliveMs: number;
}

/** A handler of undici that learns which connection carries it, and gives it back when undici is done with it. */
export interface CarriedHandler extends Dispatcher.DispatchHandler {
  carrier: KeptConnection | null;
  /** True when nobody waits for the answer any more. */
  readonly settled: boolean;
}

/** HTTP/2 carries many exchanges at once; undici opens no more streams than this anyway. */
const http2Streams = 100;

/**
 * One connection to an origin: opened when it is first needed, and again after the server or the idle time closed it.
 * Timeouts of undici are off: its timers are too coarse for a limit and cost time on every request.
 */
export class KeptConnection {
  readonly #client: Client;
  readonly #changed: (connection: KeptConnection) => void;
  #socket: Socket | null = null;
  #address = '';
  #protocol: 'unknown' | 'http/1.1' | 'h2' = 'unknown';
  #load = 0;
  #sent = 0;

  /** `changed` is called when the connection may take more, or has become useless. */
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

  /** Where the socket leads. */
  get address(): string {
    return this.#address;
  }

  /** What the socket failed of, if it did. */
  get fault(): Error | null {
    return this.#socket?.errored ?? null;
  }

  /** Whether the exchange that was sent last is not the first one of its socket. */
  get reused(): boolean {
    return this.#sent > 1;
  }

  get protocol(): 'unknown' | 'http/1.1' | 'h2' {
    return this.#protocol;
  }

  get hasRoom(): boolean {
    return this.#load < (this.#protocol === 'h2' ? http2Streams : 1);
  }

  /** Nothing under way, and no socket to keep. */
  get useless(): boolean {
    return this.#load === 0 && this.#socket === null;
  }

  carry(request: Dispatcher.DispatchOptions, handler: CarriedHandler): void {
    this.#load++;
    this.#sent++;
    handler.carrier = this;
    this.#client.dispatch(request, handler);
  }

  /** Called by the handler at its end. */
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
    const encrypted = target.protocol === 'https:';
    const port = target.port === '' ? (encrypted ? 443 : 80) : Number(target.port);
    const wanted = encrypted
      ? { tls: { alpn: allowHttp2 ? ['h2', 'http/1.1'] : ['http/1.1'] } }
      : { forwarded: egress.forwarding(target.hostname) !== null };
    egress.connect({ host: target.hostname, port, ...wanted }).then(
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
