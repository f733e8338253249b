import type { Dispatcher } from 'undici';
import type { Egress } from '../egress/egress.ts';
import { FetchError } from '../errors.ts';
import type { BodyRoom } from '../transfer/body-memory.ts';
import { type Bandwidth, Watchdog } from '../transfer/paced-transfer.ts';
import { ConnectionPool } from './connection-pool.ts';
import { Exchange, type ExchangeLimits, type RawAnswer } from './exchange.ts';
import type { HttpLimits } from './http-request.ts';

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
  readonly url: string;
  readonly origin: string;
  readonly dispatch: Dispatcher.DispatchOptions;
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

  constructor({ egress, limits, bandwidth, now, ...rest }: TransportOptions) {
    this.#bandwidth = bandwidth;
    this.#now = now;
    this.#pool = new ConnectionPool({ egress, maxHeaderBytes: limits.maxHeaderBytes, ...rest });
    const shortest = Math.min(limits.headersTimeoutMs, limits.totalTimeoutMs, limits.rateWindowMs);
    this.#watchdog = new Watchdog(shortest, now);
  }

  async send(request: OutgoingRequest): Promise<RawAnswer> {
    const first = this.#exchange(request);
    try {
      return await this.#dispatch(first, request);
    } catch (error) {
      // RFC 9112, section 9.3.1: a request that changes nothing may be sent again if the server closed an idle
      // connection just when we used it.
      const { method } = request.dispatch;
      if (!first.lostIdleConnection || (method !== 'GET' && method !== 'HEAD')) throw error;
      if (!(error instanceof FetchError) || error.code !== 'FETCH_CLOSED') throw error;
    }
    return await this.#dispatch(this.#exchange(request), request);
  }

  async close(): Promise<void> {
    await this.#pool.close();
    this.#watchdog.stop();
  }

  async destroy(reason: FetchError): Promise<void> {
    await this.#pool.destroy(reason);
    this.#watchdog.stop();
  }

  #exchange({ url, limits, deadline, room }: OutgoingRequest): Exchange {
    return new Exchange(url, limits, { deadline, now: this.#now, bandwidth: this.#bandwidth, room });
  }

  async #dispatch(
    exchange: Exchange,
    { url, origin, dispatch, signal }: OutgoingRequest,
  ): Promise<RawAnswer> {
    const giveUp = () => exchange.fail(new FetchError('FETCH_ABORTED', `${url}: the request was given up`));
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener('abort', giveUp);
    this.#watchdog.add(exchange);
    try {
      if (signal?.aborted !== true) this.#pool.dispatch(origin, dispatch, exchange);
      const answer = await exchange.answer;
      if (exchange.sentTooMuch) {
        throw new FetchError('FETCH_INCOMPLETE', `${url}: the body is longer than its Content-Length`);
      }
      return answer;
    } finally {
      this.#watchdog.delete(exchange);
      signal?.removeEventListener('abort', giveUp);
    }
  }
}
