import type { Egress } from '../egress/egress.ts';
import { FetchError } from '../errors.ts';
import type { BodyRoom } from '../transfer/body-memory.ts';
import { type Bandwidth, Watchdog } from '../transfer/paced-transfer.ts';
import { ConnectionPool } from './connection-pool.ts';
import { Exchange, type ExchangeLimits, type RawAnswer } from './exchange.ts';
import type { HttpLimits } from './http-request.ts';
import type { Job } from './pooled-connection.ts';
import { type HttpMessage, requestBytes } from './request-text.ts';

interface TransportOptions {
  readonly egress: Egress;
  readonly limits: HttpLimits;
  readonly allowHttp2: boolean;
  readonly connectionsPerOrigin: number;
  readonly keepAliveMs: number;
  /** Null for no limit. */
  readonly bandwidth: Bandwidth | null;
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** One request to send, with its limits. */
interface OutgoingRequest {
  readonly url: URL;
  readonly message: HttpMessage;
  readonly limits: ExchangeLimits;
  /** On the clock of the transport. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  /** Null for a body that does not wait for memory. */
  readonly room: BodyRoom | null;
}

/** Sends single requests over pooled connections: no redirects, no log-ins, no decoding. */
export class HttpTransport {
  readonly #pool: ConnectionPool;
  readonly #watchdog: Watchdog;
  readonly #now: () => number;
  readonly #bandwidth: Bandwidth | null;

  constructor({ limits, bandwidth, now, ...rest }: TransportOptions) {
    this.#bandwidth = bandwidth;
    this.#now = now;
    const shortest = Math.min(limits.headersTimeoutMs, limits.totalTimeoutMs, limits.rateWindowMs);
    this.#watchdog = new Watchdog(shortest, now);
    const { maxHeaderBytes } = limits;
    this.#pool = new ConnectionPool({ ...rest, maxHeaderBytes, watchdog: this.#watchdog, now });
  }

  async send(request: OutgoingRequest): Promise<RawAnswer> {
    const { url, message } = request;
    const bytes = requestBytes(url.host, message);
    const first = this.#exchange(request);
    try {
      return await this.#dispatch({ message, bytes, exchange: first, wantsNew: false }, request);
    } catch (error) {
      // RFC 9112, section 9.3.1: a request that changes nothing may be sent again if the server closed an idle
      // connection just when we used it.
      const { method } = message;
      if (!first.lostIdleConnection || (method !== 'GET' && method !== 'HEAD')) throw error;
      if (!(error instanceof FetchError) || error.code !== 'FETCH_CLOSED') throw error;
    }
    const exchange = this.#exchange(request);
    return await this.#dispatch({ message, bytes, exchange, wantsNew: true }, request);
  }

  async close(): Promise<void> {
    await this.#pool.close();
    this.#watchdog.stop();
  }

  destroy(reason: FetchError): void {
    this.#pool.destroy(reason);
    this.#watchdog.stop();
  }

  #exchange({ url, limits, deadline, room }: OutgoingRequest): Exchange {
    return new Exchange(url.href, limits, { deadline, now: this.#now, bandwidth: this.#bandwidth, room });
  }

  async #dispatch(job: Job, { url, signal }: OutgoingRequest): Promise<RawAnswer> {
    const { exchange } = job;
    const giveUp = () =>
      exchange.fail(new FetchError('FETCH_ABORTED', `${url.href}: the request was given up`));
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener('abort', giveUp);
    this.#watchdog.add(exchange);
    try {
      if (!exchange.settled) this.#pool.send(url.origin, job);
      return await exchange.answer;
    } finally {
      this.#watchdog.delete(exchange);
      signal?.removeEventListener('abort', giveUp);
    }
  }
}
