import { setTimeout } from 'node:timers/promises';
import { writeSize } from '../../base/index.ts';
import { FetchError } from '../errors.ts';
import { BodyBuffer, type BodyRoom } from '../transfer/body-memory.ts';
import type { Bandwidth, Watched } from '../transfer/paced-transfer.ts';
import type { AnswerReader } from './answer-parser.ts';
import type { HttpLimits } from './http-request.ts';
import type { HeaderList, ResponseHeaders } from './response-headers.ts';

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
  extends Pick<HttpLimits, 'headersTimeoutMs' | 'totalTimeoutMs' | 'minBytesPerSecond' | 'rateWindowMs'> {
  readonly maxBytes: number;
  readonly whenTooLarge: 'fail' | 'cut';
}

interface ExchangeParts {
  readonly deadline: number;
  readonly now: () => number;
  readonly bandwidth: Bandwidth | null;
  /** The memory budget of the visit; null for a body that does not wait for memory. */
  readonly room?: BodyRoom | null;
}

/** What an exchange needs of the connection that carries it, until its answer is complete. */
export interface Carrier {
  /** The address at the other end. */
  readonly address: string;
  readonly httpVersion: '1.1' | '2';
  /** Stops reading; what has been read already still comes. */
  pause(): void;
  resume(): void;
  /** The answer, or its rest, is not wanted. The exchange hears no more of it. */
  abort(): void;
}

/** A request in flight: collects the body and enforces the limits. Its connection says what happens. */
export class Exchange implements AnswerReader, Watched {
  readonly answer: Promise<RawAnswer>;
  readonly #url: string;
  readonly #limits: ExchangeLimits;
  #deadline: number;
  readonly #room: BodyRoom | null;
  readonly #now: () => number;
  readonly #bandwidth: Bandwidth | null;
  #resolve: (answer: RawAnswer) => void = ignore;
  #reject: (error: FetchError) => void = ignore;
  /** Null before the request is sent, and after the answer. */
  #carrier: Carrier | null = null;
  #address = '';
  #version: '1.1' | '2' = '1.1';
  #settled = false;
  /** Negative until the request is sent. */
  #sentAt = -1;
  /** Number of pauses in effect, for the bandwidth limit or for memory. */
  #pauses = 0;
  #waitsForRoom = false;
  #reused = false;
  #hasAnswer = false;
  #isComplete = false;
  #status = 0;
  #headers: ResponseHeaders | null = null;
  #body: BodyBuffer | null = null;
  /** Bytes of the body that count for the bandwidth and the memory so far. */
  #countedBytes = 0;
  #windowStart = 0;
  #windowBytes = 0;

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

  /** True when the answer is not waited for any more. */
  get settled(): boolean {
    return this.#settled;
  }

  get hasAnswer(): boolean {
    return this.#hasAnswer;
  }

  /** Whether a reused connection was closed before the first byte of an answer. That is not a failure of the server. */
  get lostIdleConnection(): boolean {
    return !this.#hasAnswer && this.#reused;
  }

  /** Gives up. Has no effect once there is an answer. */
  fail(reason: FetchError): void {
    if (this.#settled) return;
    const carrier = this.#carrier;
    this.onFailure(reason);
    carrier?.abort();
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

  /** The request is being sent. `isReused` says that the connection has carried another one. */
  onSent(carrier: Carrier, isReused: boolean): void {
    this.#carrier = carrier;
    this.#address = carrier.address;
    this.#version = carrier.httpVersion;
    this.#sentAt = this.#now();
    this.#reused = isReused;
  }

  onAnswer(): void {
    this.#hasAnswer = true;
  }

  onHeaders(status: number, headers: HeaderList): void {
    this.#hasAnswer = true;
    this.#status = status;
    this.#headers = headers;
    this.#windowStart = this.#now();
    const announced = Number(headers.get('content-length') ?? -1);
    const { maxBytes, whenTooLarge } = this.#limits;
    if (announced > maxBytes && whenTooLarge === 'fail') this.fail(tooLarge(this.#url, maxBytes));
    else this.#body = new BodyBuffer(Math.min(announced, maxBytes));
  }

  onBody(bytes: Buffer): void {
    const body = this.#body;
    if (body === null || this.#settled) return;
    const { maxBytes, whenTooLarge } = this.#limits;
    if (body.length + bytes.length <= maxBytes) body.append(bytes);
    else if (whenTooLarge === 'fail') this.fail(tooLarge(this.#url, maxBytes));
    else {
      const carrier = this.#carrier;
      body.append(bytes.subarray(0, maxBytes - body.length));
      this.#complete(true);
      carrier?.abort();
    }
  }

  /** All of what was read at once has come: the moment to stop reading if there was too much. */
  onRead(): void {
    const bytes = (this.#body?.length ?? 0) - this.#countedBytes;
    if (bytes === 0 || this.#settled) return;
    this.#countedBytes += bytes;
    const wait = this.#bandwidth?.take(bytes) ?? 0;
    if (wait >= 1) this.#pauseUntil(setTimeout(wait));
    const hasRoom = this.#room?.take(bytes) ?? null;
    if (hasRoom !== null) this.#waitForRoom(hasRoom);
  }

  /** The answer is complete. It is handed on when its bytes are paid for. */
  onEnd(): void {
    this.#carrier = null;
    this.#isComplete = true;
    if (this.#pauses === 0) this.#complete(false);
  }

  /** There will be no complete answer. */
  onFailure(reason: FetchError): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#carrier = null;
    this.#body = null;
    this.#reject(reason);
  }

  #waitForRoom(hasRoom: Promise<void>): void {
    const began = this.#now();
    this.#waitsForRoom = true;
    const waited = hasRoom.then(() => {
      this.#waitsForRoom = false;
      this.#deadline += this.#now() - began;
    });
    this.#pauseUntil(waited);
  }

  #pauseUntil(end: Promise<void>): void {
    this.#pauses++;
    this.#carrier?.pause();
    void end.then(() => {
      this.#pauses--;
      if (this.#pauses > 0) return;
      if (this.#isComplete) this.#complete(false);
      else this.#carrier?.resume();
    });
  }

  #complete(cut: boolean): void {
    if (this.#settled || this.#headers === null) return;
    this.#settled = true;
    this.#carrier = null;
    const body = this.#body?.take() ?? Buffer.allocUnsafeSlow(0);
    // A kept connection remembers its last exchange.
    this.#body = null;
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      body,
      cut,
      httpVersion: this.#version,
      remoteAddress: this.#address,
    });
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
