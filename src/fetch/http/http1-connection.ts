import type { Socket } from 'node:net';
import { messageOf } from '../../base/index.ts';
import { FetchError, systemCode } from '../errors.ts';
import type { Watchdog, Watched } from '../transfer/paced-transfer.ts';
import { AnswerParser, brokenOff } from './answer-parser.ts';
import type { Carrier, Exchange } from './exchange.ts';
import type { ConnectionChanged, Job, PooledConnection } from './pooled-connection.ts';
import type { RequestBytes } from './request-text.ts';

interface Http1Options {
  readonly maxHeaderBytes: number;
  readonly keepAliveMs: number;
  readonly watchdog: Watchdog;
  readonly now: () => number;
}

/** Servers close a little before the time that they announce, and our request needs time to get there. */
const KEEP_ALIVE_MARGIN_MS = 2000;
/** Bytes that are read at once. */
const RECEIVE_BYTES = 64 * 1024;

const CR = 0x0d;
const LF = 0x0a;

/**
 * Where a plain socket puts what arrives: always in the same memory. A `data` event would come with memory of its own, whose
 * making and collecting costs as much as the rest of a small answer.
 */
export class ReceiveBuffer {
  readonly onread = {
    buffer: Buffer.allocUnsafeSlow(RECEIVE_BYTES),
    callback: (length: number, buffer: Uint8Array): boolean => {
      this.receive((buffer as Buffer).subarray(0, length));
      return true;
    },
  };
  /** Gets what arrives; its bytes are valid during the call only. */
  receive: (bytes: Buffer) => void = () => {
    this.hasEarlyBytes = true;
  };
  /** Whether something came before a request could have been sent. */
  hasEarlyBytes = false;
}

/**
 * A connection of HTTP/1.1. It carries one request at a time, and is closed as soon as anything is odd, because the
 * beginning of the next answer would be uncertain.
 */
export class Http1Connection implements PooledConnection, Carrier, Watched {
  readonly address: string;
  readonly httpVersion = '1.1';
  readonly #socket: Socket;
  readonly #parser: AnswerParser;
  readonly #options: Http1Options;
  readonly #changed: ConnectionChanged;
  #exchange: Exchange | null = null;
  /** The next request while `#isSettling`. */
  #next: Job | null = null;
  #isSettling = false;
  #isPaused = false;
  #isClosed = false;
  #wasUsed = false;
  #mayFollow = true;
  #keepAliveMs: number;
  #idleSince: number;

  /** `received` is null if the bytes come as events. */
  constructor(
    { socket, address }: { readonly socket: Socket; readonly address: string },
    received: ReceiveBuffer | null,
    options: Http1Options,
    changed: ConnectionChanged,
  ) {
    this.address = address;
    this.#socket = socket;
    this.#options = options;
    this.#changed = changed;
    this.#parser = new AnswerParser(options.maxHeaderBytes);
    this.#keepAliveMs = options.keepAliveMs;
    this.#idleSince = options.now();
    socket.on('error', (error) => this.#lost(error)).on('close', () => this.#lost(null));
    socket.on('end', () => this.#ended());
    // A connection without a request does not keep the program running.
    socket.unref();
    if (received === null) socket.on('data', (bytes: Buffer) => this.#received(bytes));
    else received.receive = (bytes) => this.#received(bytes);
    options.watchdog.add(this);
  }

  get wasUsed(): boolean {
    return this.#wasUsed;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get isIdle(): boolean {
    return this.#exchange === null && this.#next === null;
  }

  get hasRoom(): boolean {
    return !this.#isClosed && this.isIdle;
  }

  send(job: Job): void {
    if (this.#isSettling) this.#next = job;
    else this.#start(job);
  }

  check(now: number): void {
    if (this.isIdle && !this.#isSettling && now - this.#idleSince >= this.#keepAliveMs) this.close();
  }

  pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#socket.resume();
  }

  abort(): void {
    this.#exchange = null;
    this.close();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.destroy();
    this.#options.watchdog.delete(this);
    const unsent = this.#next;
    this.#next = null;
    this.#changed(this, unsent);
  }

  destroy(reason: FetchError): void {
    this.#next?.exchange.onFailure(reason);
    this.#next = null;
    this.#fail(reason);
  }

  #start({ message, bytes, exchange }: Job): void {
    this.#exchange = exchange;
    this.#parser.begin(exchange, message.method);
    exchange.onSent(this, this.#wasUsed);
    this.#wasUsed = true;
    this.#mayFollow = bytes.keepAlive;
    this.#socket.ref();
    this.#write(bytes);
  }

  #write({ head, body }: RequestBytes): void {
    if (body === null) {
      this.#socket.write(head, 'latin1');
      return;
    }
    this.#socket.cork();
    this.#socket.write(head, 'latin1');
    this.#socket.write(body);
    this.#socket.uncork();
  }

  #received(bytes: Buffer): void {
    const exchange = this.#exchange;
    // Bytes that no request asked for could be taken for the next answer.
    if (exchange === null) {
      this.close();
      return;
    }
    try {
      const used = this.#parser.read(bytes);
      // The exchange may have given up because of what it got.
      if (this.#exchange !== exchange) return;
      exchange.onRead();
      if (this.#parser.isComplete) this.#completed(exchange, bytes.subarray(used));
    } catch (error) {
      this.#fail(failureOf(error));
    }
  }

  #completed(exchange: Exchange, rest: Buffer): void {
    if (rest.length > 0 && !this.#parser.ignoresRest && !isBlank(rest)) {
      throw new FetchError('FETCH_INCOMPLETE', 'the body is longer than its Content-Length');
    }
    this.#exchange = null;
    if (this.#isPaused) this.resume();
    const { allowsReuse, keepAliveSeconds } = this.#parser;
    const { keepAliveMs } = this.#options;
    this.#keepAliveMs =
      keepAliveSeconds === null
        ? keepAliveMs
        : Math.min(keepAliveSeconds * 1000 - KEEP_ALIVE_MARGIN_MS, keepAliveMs);
    exchange.onEnd();
    // An answer that came before its request was sent is not the answer to that request.
    const isSent = this.#socket.writableLength === 0;
    const isOrderly = rest.length === 0 && isSent && this.#mayFollow && allowsReuse;
    if (isOrderly && this.#keepAliveMs > 0) this.#settle();
    else this.close();
  }

  /**
   * Before the next request everything is read once more: a second answer behind the first must not be taken for the next one,
   * and many servers close without saying so. The pool may give us that request already. A first immediate ends this turn of
   * the event loop, a second one the turn that reads.
   */
  #settle(): void {
    this.#isSettling = true;
    setImmediate(setImmediate, this.#settled);
    this.#changed(this, null);
  }

  readonly #settled = (): void => {
    this.#isSettling = false;
    const next = this.#next;
    this.#next = null;
    if (this.#isClosed) return;
    if (next !== null && !next.exchange.settled) {
      this.#start(next);
      return;
    }
    this.#idleSince = this.#options.now();
    this.#socket.unref();
    if (next !== null) this.#changed(this, null);
  };

  /** The other side has ended the connection in order. */
  #ended(): void {
    const exchange = this.#exchange;
    try {
      if (exchange !== null) this.#parser.end();
      this.#exchange = null;
      exchange?.onEnd();
      this.close();
    } catch (error) {
      this.#fail(failureOf(error));
    }
  }

  #lost(error: Error | null): void {
    if (this.#isClosed) return;
    const code = systemCode(error);
    const isReset = error === null || code === 'ECONNRESET' || code === 'EPIPE';
    this.#fail(isReset ? brokenOff(this.#parser.hasHeaders, error ?? undefined) : failureOf(error));
  }

  #fail(reason: FetchError): void {
    const exchange = this.#exchange;
    this.#exchange = null;
    this.close();
    exchange?.onFailure(reason);
  }
}

/** Empty lines between answers are a small fault of servers that counts for nothing but the connection. */
function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === CR || byte === LF);
}

function failureOf(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  return new FetchError('FETCH_FAILED', messageOf(error), { cause: error });
}
