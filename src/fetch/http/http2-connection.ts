import type { Socket } from 'node:net';
import type { Client, Dispatcher } from 'undici';
import { messageOf } from '../../base/index.ts';
import { FetchError, type FetchErrorCode, systemCode } from '../errors.ts';
import { brokenOff } from './answer-parser.ts';
import type { Carrier, Exchange } from './exchange.ts';
import type { ConnectionChanged, Job, PooledConnection } from './pooled-connection.ts';
import { HeaderList } from './response-headers.ts';

interface Http2Options {
  readonly maxHeaderBytes: number;
  readonly keepAliveMs: number;
}

/** How many exchanges share a connection. undici opens no more streams than this. */
const STREAMS = 100;

/**
 * A connection of HTTP/2, which undici speaks. undici's timeouts are off: they are too coarse for our limits and cost time on
 * every request.
 */
export class Http2Connection implements PooledConnection {
  readonly #address: string;
  readonly #options: Http2Options;
  readonly #client: Client;
  readonly #changed: ConnectionChanged;
  #load = 0;
  #isClosed = false;
  /** Whether it has brought an answer, so that what it loses unsent may be sent elsewhere without an end to fear. */
  #hasAnswered = false;
  #wasUsed = false;

  private constructor(client: Client, address: string, options: Http2Options, changed: ConnectionChanged) {
    this.#client = client;
    this.#address = address;
    this.#options = options;
    this.#changed = changed;
    const lost = () => {
      this.#isClosed = true;
      this.#report(null);
    };
    client.on('disconnect', lost).on('connectionError', lost);
  }

  /** Loads undici, which takes as long as the rest of a start and which few sites need. */
  static async open(
    { socket, address }: { readonly socket: Socket; readonly address: string },
    origin: string,
    options: Http2Options,
    changed: ConnectionChanged,
  ): Promise<Http2Connection> {
    // Nothing listens until undici does; undici notices by itself that a socket is gone.
    socket.on('error', () => undefined);
    const { Client } = await import('undici');
    let isTaken = false;
    const client = new Client(origin, {
      allowH2: true,
      maxHeaderSize: options.maxHeaderBytes,
      keepAliveTimeout: options.keepAliveMs,
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
      connect: (_, callback) => {
        // undici would connect again for requests that wait. The pool does that.
        if (isTaken || socket.destroyed) return callback(brokenOff(false), null);
        isTaken = true;
        callback(null, socket);
      },
    });
    return new Http2Connection(client, address, options, changed);
  }

  get wasUsed(): boolean {
    return this.#wasUsed;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get isIdle(): boolean {
    return this.#load === 0;
  }

  get hasRoom(): boolean {
    return !this.#isClosed && this.#load < STREAMS;
  }

  send(job: Job): void {
    const { message, bytes, exchange } = job;
    const stream = new Http2Stream(exchange, {
      address: this.#address,
      maxHeaderBytes: this.#options.maxHeaderBytes,
      isReused: this.#wasUsed,
      over: (wasSent) => this.#over(job, wasSent),
    });
    this.#load++;
    this.#wasUsed = true;
    const { method, target: path, headers } = message;
    this.#client.dispatch({ path, method, headers: [...headers], body: bytes.body }, stream);
  }

  close(): void {
    this.#isClosed = true;
    void this.#client.close().catch(() => undefined);
  }

  destroy(reason: FetchError): void {
    this.#isClosed = true;
    void this.#client.destroy(reason).catch(() => undefined);
  }

  /** Says whether the pool sends the request over another connection. */
  #over(job: Job, wasSent: boolean): boolean {
    this.#load--;
    this.#hasAnswered ||= job.exchange.hasAnswer;
    const isUnsent = !wasSent && this.#isClosed && this.#hasAnswered;
    this.#report(isUnsent ? job : null);
    return isUnsent;
  }

  /** Not now: undici is in the middle of its own bookkeeping. */
  #report(unsent: Job | null): void {
    queueMicrotask(() => this.#changed(this, unsent));
  }
}

interface StreamParts {
  readonly address: string;
  readonly maxHeaderBytes: number;
  readonly isReused: boolean;
  /** Called once. Returns whether the exchange goes on elsewhere. */
  readonly over: (wasSent: boolean) => boolean;
}

/** Translates between undici and an exchange. */
class Http2Stream implements Dispatcher.DispatchHandler, Carrier {
  readonly httpVersion = '2';
  readonly address: string;
  readonly #exchange: Exchange;
  readonly #parts: StreamParts;
  #controller: Dispatcher.DispatchController | null = null;
  #hasHeaders = false;

  constructor(exchange: Exchange, parts: StreamParts) {
    this.#exchange = exchange;
    this.#parts = parts;
    this.address = parts.address;
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  abort(): void {
    this.#controller?.abort(new FetchError('FETCH_ABORTED', 'the rest is not needed'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#exchange.settled) this.abort();
    else this.#exchange.onSent(this, this.#parts.isReused);
  }

  onResponseStarted(): void {
    this.#exchange.onAnswer();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    parsed: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // 1xx answers are interim.
    if (status < 200) return;
    this.#hasHeaders = true;
    const pairs = Object.entries(parsed).flatMap(([name, value = []]) =>
      (typeof value === 'string' ? [value] : value).map((each) => [name, each] as const),
    );
    const size = pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (size <= this.#parts.maxHeaderBytes) this.#exchange.onHeaders(status, new HeaderList(pairs));
    else
      this.#exchange.fail(new FetchError('FETCH_HEADERS_TOO_LARGE', 'the headers are larger than allowed'));
  }

  onResponseData(_controller: Dispatcher.DispatchController, bytes: Buffer): void {
    this.#exchange.onBody(bytes);
    this.#exchange.onRead();
  }

  onResponseEnd(): void {
    this.#parts.over(true);
    this.#exchange.onEnd();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#parts.over(this.#controller !== null)) return;
    this.#exchange.onFailure(failureOf(error, this.#hasHeaders));
  }
}

/** An error of undici as a FetchError. `hasHeaders` says whether the headers of the answer had arrived. */
function failureOf(error: Error, hasHeaders: boolean): FetchError {
  if (error instanceof FetchError) return error;
  const code = systemCode(error);
  switch (code) {
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_INFO':
      return brokenOff(hasHeaders, error);
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      // undici also reports a wrong length when it cannot read the rest of the headers.
      return hasHeaders ? brokenOff(true, error) : failed('FETCH_PROTOCOL', error);
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_ABORTED':
      return new FetchError('FETCH_ABORTED', 'the request was given up', { cause: error });
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
    case 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH':
      return failed('FETCH_REQUEST_INVALID', error);
    case 'ERR_ASSERTION':
      // undici checks the status with assertions.
      return failed('FETCH_PROTOCOL', error);
    default:
      if (!code.startsWith('ERR_HTTP2')) return failed('FETCH_FAILED', error);
      return hasHeaders ? brokenOff(true, error) : failed('FETCH_PROTOCOL', error);
  }
}

function failed(code: FetchErrorCode, error: Error): FetchError {
  return new FetchError(code, messageOf(error), { cause: error });
}
