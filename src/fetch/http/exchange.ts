import { setTimeout } from 'node:timers/promises';
import { type Dispatcher, errors } from 'undici';
import { messageOf, writeSize } from '../../base/index.ts';
import { FetchError, type FetchErrorCode, systemCode } from '../errors.ts';
import { BodyBuffer, type BodyRoom } from '../transfer/body-memory.ts';
import type { Bandwidth, Watched } from '../transfer/paced-transfer.ts';
import type { KeptConnection, PooledHandler } from './connection-pool.ts';
import type { HttpLimits } from './http-request.ts';
import { ReceivedHeaders, type ResponseHeaders } from './response-headers.ts';

/** One answer as it came over the wire: complete, but not decoded. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
  /** True if the body was longer than allowed and the caller wanted its beginning. */
  readonly cut: boolean;
  readonly httpVersion: '1.1' | '2';
  readonly remoteAddress: string;
}

export interface ExchangeLimits
  extends Pick<
    HttpLimits,
    'headersTimeoutMs' | 'totalTimeoutMs' | 'minBytesPerSecond' | 'rateWindowMs' | 'maxHeaderBytes'
  > {
  readonly maxBytes: number;
  readonly whenTooLarge: 'fail' | 'cut';
}

/** Bytes allowed besides the body (headers, interim responses, chunk extensions, trailers), as a multiple of `maxHeaderBytes`. */
const HEADERS_AROUND_BODY = 16;
/** Bytes on the wire allowed per byte of the body. A chunk of one byte takes six bytes on the wire. */
const WIRE_PER_BODY = 8;

interface ExchangeParts {
  readonly deadline: number;
  readonly now: () => number;
  readonly bandwidth: Bandwidth | null;
  /** The memory budget of the visit; null for a body that does not wait for memory. */
  readonly room?: BodyRoom | null;
}

/** A request in flight: undici's handler, which collects the body and enforces the limits. */
export class Exchange implements PooledHandler, Watched {
  connection: KeptConnection | null = null;
  readonly answer: Promise<RawAnswer>;
  readonly #url: string;
  readonly #limits: ExchangeLimits;
  #deadline: number;
  readonly #room: BodyRoom | null;
  readonly #now: () => number;
  readonly #bandwidth: Bandwidth | null;
  #resolve: (answer: RawAnswer) => void = ignore;
  #reject: (error: FetchError) => void = ignore;
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #failure: FetchError | null = null;
  /** Negative until the request is sent. */
  #sentAt = -1;
  /** Number of pauses in effect, for the bandwidth limit or for memory. */
  #pauses = 0;
  #waitsForRoom = false;
  #reused = false;
  #hasAnswer = false;
  #status = 0;
  #headers: ReceivedHeaders | null = null;
  #version: '1.1' | '2' = '1.1';
  #body: BodyBuffer | null = null;
  #windowStart = 0;
  #windowBytes = 0;
  /** Number of bytes that the connection had received before this request. */
  #receivedBefore = 0;

  constructor(url: string, limits: ExchangeLimits, { deadline, now, bandwidth, room = null }: ExchangeParts) {
    this.#room = room;
    this.#bandwidth = bandwidth;
    this.#url = url;
    this.#limits = limits;
    this.#deadline = deadline;
    this.#now = now;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get settled(): boolean {
    return this.#settled;
  }

  /** Whether a reused connection was closed before the first byte of an answer. That is not a failure of the server. */
  get lostIdleConnection(): boolean {
    return !this.#hasAnswer && this.#reused;
  }

  /**
   * Whether the server sent more than it announced. The parser reads the surplus as the next answer, and has just closed the
   * connection because of it.
   */
  get sentTooMuch(): boolean {
    if (this.#version === '2') return false;
    const error = this.connection?.socketError ?? null;
    return error !== null && (isParserError(error) || error.message === 'bad response');
  }

  /** Gives up. Has no effect once there is an answer. */
  fail(reason: FetchError): void {
    if (this.#settled) return;
    this.#failure = reason;
    if (this.#controller === null) this.#end(reason);
    else this.#controller.abort(reason);
  }

  check(now: number): void {
    const { totalTimeoutMs, headersTimeoutMs, rateWindowMs, minBytesPerSecond } = this.#limits;
    if (this.#waitsForRoom) {
      // The server and the network are not slow: there is no memory for more of the body.
      this.#windowStart = now;
    } else if (now >= this.#deadline) {
      this.fail(
        new FetchError('FETCH_TIMEOUT_TOTAL', `${this.#url}: not finished within ${totalTimeoutMs} ms`),
      );
    } else if (this.#saysTooMuch()) {
      this.fail(
        new FetchError(
          'FETCH_HEADERS_TOO_LARGE',
          `${this.#url}: what the server sends around the body is larger than allowed`,
        ),
      );
    } else if (this.#headers === null) {
      if (this.#sentAt < 0 || now - this.#sentAt < headersTimeoutMs) return;
      this.fail(
        new FetchError('FETCH_TIMEOUT_HEADERS', `${this.#url}: no answer within ${headersTimeoutMs} ms`),
      );
    } else if (this.#pauses > 0) {
      // The pause is ours, not the server's.
      this.#windowStart = now;
    } else if (now - this.#windowStart >= rateWindowMs) {
      const received = this.#body?.length ?? 0;
      const rate = ((received - this.#windowBytes) * 1000) / (now - this.#windowStart);
      this.#windowStart = now;
      this.#windowBytes = received;
      if (rate >= minBytesPerSecond) return;
      this.fail(
        new FetchError(
          'FETCH_TOO_SLOW',
          `${this.#url}: the body arrives at less than ${minBytesPerSecond} bytes/s`,
        ),
      );
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#sentAt = this.#now();
    this.#reused = this.connection?.isReused === true;
    this.#receivedBefore = this.connection?.receivedBytes ?? 0;
    if (this.#failure !== null) controller.abort(this.#failure);
  }

  onResponseStarted(): void {
    this.#hasAnswer = true;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    parsed: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // 1xx answers are interim.
    if (status < 200) return;
    this.#hasAnswer = true;
    this.#status = status;
    this.#version = Array.isArray(controller.rawHeaders) ? '1.1' : '2';
    this.#headers = new ReceivedHeaders(parsed, controller.rawHeaders);
    this.#windowStart = this.#now();
    if (this.#version === '2' && this.#headers.size > this.#limits.maxHeaderBytes) {
      // For HTTP/1 the parser enforces this limit.
      this.fail(
        new FetchError('FETCH_HEADERS_TOO_LARGE', `${this.#url}: the headers are larger than allowed`),
      );
      return;
    }
    const announced = Number(this.#headers.get('content-length') ?? -1);
    const { maxBytes, whenTooLarge } = this.#limits;
    if (announced > maxBytes && whenTooLarge === 'fail') this.fail(tooLarge(this.#url, maxBytes));
    else this.#body = new BodyBuffer(Math.min(announced, maxBytes));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const body = this.#body;
    if (body === null || this.#settled) return;
    const { maxBytes, whenTooLarge } = this.#limits;
    if (body.length + chunk.length <= maxBytes) {
      body.append(chunk);
      if (this.#bandwidth !== null) this.#pause(controller, this.#bandwidth.take(chunk.length));
      const hasRoom = this.#room?.take(chunk.length) ?? null;
      if (hasRoom !== null) this.#waitForRoom(controller, hasRoom);
    } else if (whenTooLarge === 'fail') {
      this.fail(tooLarge(this.#url, maxBytes));
    } else {
      body.append(chunk.subarray(0, maxBytes - body.length));
      this.#complete(true);
      controller.abort(new FetchError('FETCH_ABORTED', `${this.#url}: the rest is not needed`));
    }
  }

  onResponseEnd(): void {
    this.#complete(false);
    this.connection?.release();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.connection?.release();
    this.#end(this.#failure ?? exchangeFailure(this.#url, error, this.#headers !== null));
  }

  /**
   * Whether the server sends too many bytes besides the body. The parser reports only the body, so without this limit other
   * bytes would be read at full speed until the timeout.
   */
  #saysTooMuch(): boolean {
    if (this.#sentAt < 0) return false;
    const received = (this.connection?.receivedBytes ?? 0) - this.#receivedBefore;
    const body = this.#body?.length ?? 0;
    return received > HEADERS_AROUND_BODY * this.#limits.maxHeaderBytes + WIRE_PER_BODY * body;
  }

  #pause(controller: Dispatcher.DispatchController, ms: number): void {
    if (ms >= 1) this.#pauseUntil(controller, setTimeout(ms));
  }

  #waitForRoom(controller: Dispatcher.DispatchController, hasRoom: Promise<void>): void {
    const began = this.#now();
    this.#waitsForRoom = true;
    const waited = hasRoom.then(() => {
      this.#waitsForRoom = false;
      this.#deadline += this.#now() - began;
    });
    this.#pauseUntil(controller, waited);
  }

  #pauseUntil(controller: Dispatcher.DispatchController, end: Promise<void>): void {
    this.#pauses++;
    controller.pause();
    void end.then(() => {
      this.#pauses--;
      if (this.#pauses === 0 && !this.#settled) controller.resume();
    });
  }

  #complete(cut: boolean): void {
    if (this.#settled || this.#headers === null) return;
    this.#settled = true;
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      body: this.#body?.take() ?? Buffer.allocUnsafeSlow(0),
      cut,
      httpVersion: this.#version,
      remoteAddress: this.connection?.address ?? '',
    });
  }

  #end(reason: FetchError): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#reject(reason);
  }
}

export function tooLarge(url: string, maxBytes: number): FetchError {
  return new FetchError(
    'FETCH_TOO_LARGE',
    `${url}: the body is larger than ${writeSize(maxBytes)}, the most that is read of a page (--max-page-bytes)`,
  );
}

function ignore(): void {
  // Replaced in the constructor.
}

/** An error of undici as a FetchError. `hasHeaders` says whether the headers of the answer had arrived. */
function exchangeFailure(url: string, error: unknown, hasHeaders: boolean): FetchError {
  if (error instanceof FetchError) return error;
  const code = isParserError(error)
    ? parserCode(messageOf(error), hasHeaders)
    : exchangeCode(systemCode(error), hasHeaders);
  return new FetchError(code, `${url}: ${explanations[code] ?? messageOf(error)}`, { cause: error });
}

/** Whether the bytes were not HTTP/1. undici gives this error no code. */
function isParserError(error: unknown): boolean {
  return error instanceof errors.HTTPParserError;
}

function parserCode(message: string, hasHeaders: boolean): FetchErrorCode {
  return hasHeaders && message.includes('EOF') ? 'FETCH_INCOMPLETE' : 'FETCH_PROTOCOL';
}

const explanations: Readonly<Partial<Record<FetchErrorCode, string>>> = {
  FETCH_CLOSED: 'the server closed the connection before it answered',
  FETCH_INCOMPLETE: 'the answer was cut off or does not have the announced length',
  FETCH_HEADERS_TOO_LARGE: 'the headers are larger than allowed',
  FETCH_ABORTED: 'the request was given up',
};

function exchangeCode(code: string, hasHeaders: boolean): FetchErrorCode {
  switch (code) {
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      // undici also reports a wrong length when it cannot read the rest of the headers.
      return hasHeaders ? 'FETCH_INCOMPLETE' : 'FETCH_PROTOCOL';
    case 'UND_ERR_HEADERS_OVERFLOW':
      return 'FETCH_HEADERS_TOO_LARGE';
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_INFO':
      return hasHeaders ? 'FETCH_INCOMPLETE' : 'FETCH_CLOSED';
    case 'ERR_ASSERTION':
      // undici checks the status with assertions, for example that it is not 000.
      return 'FETCH_PROTOCOL';
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_ABORTED':
      return 'FETCH_ABORTED';
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
    case 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH':
      return 'FETCH_REQUEST_INVALID';
    default:
      if (code.startsWith('ERR_HTTP2')) return hasHeaders ? 'FETCH_INCOMPLETE' : 'FETCH_PROTOCOL';
      return 'FETCH_FAILED';
  }
}
